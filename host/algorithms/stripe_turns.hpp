// Which engine relaxes which stripe next, where several stream the stripes of one matrix, each in a
// thread or a process of its own.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "algorithms/shares.hpp"
#include "algorithms/streamed.hpp"
#include "base/monitor.hpp"

namespace apsp {

/// What the engines of a process ask on the way, each in a thread of its own.
class StripeTurns {
  public:
    /// For engines whose process has all stripes in its store.
    StripeTurns(StripeStore& store, const std::vector<Range>& stripes, std::size_t engines);
    /// For the only engine of a process that has the stripes of these rows of `row_bytes` each.
    /// Pivots go between processes as panels, a stripe each; `panels` is null where no other
    /// process has any stripes.
    StripeTurns(StripeStore& store, const std::vector<Range>& stripes, Range rows,
                std::size_t row_bytes, Panels* panels);

    /// The first round that some stripe has not been through.
    std::size_t first_round() const { return first_round_; }
    /// The share of all that has been done.
    double done() const;

    /// Whether the calling engine is the one that is to close the pivots of the first round. Once
    /// true, false for all others.
    bool closes_first();
    /// The closed pivots of a round, once they are there.
    const void* pivots(std::size_t round);
    /// The calling engine has a copy of them.
    void have_pivots(std::size_t round);

    /// A stripe to be relaxed through the pivots of a round, which has been through the round
    /// before; none if others have taken all. If it must wait for one, it first calls
    /// `before_waiting`.
    std::optional<std::size_t> take(std::size_t round, const std::function<void()>& before_waiting);
    const void* read(std::size_t stripe) { return store_.read(stripe); }
    /// Memory for the stripe's next content, once no engine will read the present one as pivots.
    void* next(std::size_t stripe);
    void commit(std::size_t stripe, std::size_t rounds);

    /// Makes all that wait, now or later, throw.
    void fail() { monitor_.fail(); }

  private:
    bool has(std::size_t stripe) const { return contains(rows_, stripes_[stripe]); }
    std::size_t bytes_of(std::size_t stripe) const { return stripes_[stripe].size() * row_bytes_; }
    std::size_t in_turn(std::size_t round, std::size_t k) const;
    void send(std::size_t stripe);

    StripeStore& store_;
    const std::vector<Range>& stripes_;
    std::size_t engines_;
    Range rows_;  // of this process
    std::size_t row_bytes_ = 0;
    Panels* panels_ = nullptr;
    std::size_t first_round_;
    std::vector<std::size_t> taken_;    // of each stripe: rounds for which it has been taken
    std::vector<std::size_t> readers_;  // engines that have a stripe as pivots
    std::size_t commits_ = 0, all_commits_ = 0;
    bool first_is_closed_ = false;
    mutable Monitor monitor_;
};

}  // namespace apsp
