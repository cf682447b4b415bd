// A device through which the stripes of a matrix pass.
#pragma once

#include <memory>
#include <vector>

#include "algorithms/engine.hpp"
#include "algorithms/stripe_turns.hpp"
#include "solve/plan.hpp"

namespace apsp {

class StreamWorker {
  public:
    /// Opens the part's engine, one of `engines`.
    StreamWorker(const PartPlan& part, const Plan& matrix, std::size_t engines);

    void run(StripeTurns& turns, const Progress& progress);
    /// Its seconds so far; all rows may have passed through it.
    SolutionShare share() const;
    double seconds() const { return seconds_; }

  private:
    const PartPlan& part_;
    const Plan& matrix_;
    std::unique_ptr<Engine> engine_;
    std::vector<Slab> slots_;
    double seconds_ = 0;
    double waited_ = 0;
};

/// The stripes of a matrix in the host's memory.
class HostStripes final : public StripeStore {
  public:
    HostStripes(Matrix& matrix, const std::vector<Range>& stripes)
        : matrix_(matrix), stripes_(stripes), rounds_(stripes.size(), 0) {}

    const void* read(std::size_t stripe) const override { return at(stripe); }
    void* next(std::size_t stripe) override { return at(stripe); }
    void commit(std::size_t stripe, std::size_t rounds) override { rounds_[stripe] = rounds; }
    std::size_t rounds(std::size_t stripe) const override { return rounds_[stripe]; }

  private:
    void* at(std::size_t stripe) const { return matrix_.row_data(stripes_[stripe].first); }

    Matrix& matrix_;
    const std::vector<Range>& stripes_;
    std::vector<std::size_t> rounds_;
};

/// Streams the stripes of a matrix through all devices of the plan at the same time, each in a
/// thread of its own, until they are those of the closure. Notes seconds and shares.
void stream_through_devices(const SolvePlan& plan, StripeStore& store, Solution& solution);

}  // namespace apsp
