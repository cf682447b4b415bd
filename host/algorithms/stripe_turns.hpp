// Which engine relaxes which stripe next, where several stream the stripes of one matrix, each in a
// thread or a process of its own.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "algorithms/streamed.hpp"
#include "base/monitor.hpp"

namespace apsp {

/// The k-th stripe of a round, of all but the pivots. Others wait for the next pivots, which
/// therefore come first; an engine that is alone keeps them for the next round, and they come last.
inline std::size_t stripe_in_turn(std::size_t round, std::size_t k, std::size_t stripes,
                                  bool alone) {
    return (round + 1 + (alone ? (k + 1) % (stripes - 1) : k)) % stripes;
}

/// What an engine asks on the way.
class StripeTurns {
  public:
    virtual ~StripeTurns() = default;

    /// The first round that some stripe has not been through.
    virtual std::size_t first_round() const = 0;
    /// The share of all that has been done.
    virtual double done() const = 0;

    /// Whether the calling engine is the one that is to close the pivots of the first round. Once
    /// true, false for all others.
    virtual bool closes_first() = 0;
    /// The closed pivots of a round, once they are there.
    virtual const void* pivots(std::size_t round) = 0;
    /// The calling engine has a copy of them.
    virtual void have_pivots(std::size_t round) = 0;

    /// A stripe to be relaxed through the pivots of a round, which has been through the round
    /// before; none if others have taken all. If it must wait for one, it first calls
    /// `before_waiting`.
    virtual std::optional<std::size_t> take(std::size_t round,
                                            const std::function<void()>& before_waiting) = 0;
    virtual const void* read(std::size_t stripe) = 0;
    /// Memory for the stripe's next content, once no engine will read the present one as pivots.
    virtual void* next(std::size_t stripe) = 0;
    virtual void commit(std::size_t stripe, std::size_t rounds) = 0;
};

/// Between the threads of one process, for which the stripes lie in one store.
class SharedTurns final : public StripeTurns {
  public:
    SharedTurns(StripeStore& store, std::size_t stripes, std::size_t engines);

    std::size_t first_round() const override { return first_round_; }
    double done() const override;
    bool closes_first() override;
    const void* pivots(std::size_t round) override;
    void have_pivots(std::size_t round) override;
    std::optional<std::size_t> take(std::size_t round,
                                    const std::function<void()>& before_waiting) override;
    const void* read(std::size_t stripe) override { return store_.read(stripe); }
    void* next(std::size_t stripe) override;
    void commit(std::size_t stripe, std::size_t rounds) override;

    /// Makes all that wait, now or later, throw.
    void fail() { monitor_.fail(); }

  private:
    std::size_t stripes() const { return readers_.size(); }

    StripeStore& store_;
    std::size_t engines_;
    std::size_t first_round_;
    std::vector<std::size_t> taken_;    // of each stripe: rounds for which it has been taken
    std::vector<std::size_t> readers_;  // engines that have a stripe as pivots
    std::size_t commits_ = 0, all_commits_ = 0;
    bool first_is_closed_ = false;
    mutable Monitor monitor_;
};

}  // namespace apsp
