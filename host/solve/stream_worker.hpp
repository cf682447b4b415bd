// A device through which the stripes of a matrix pass.
#pragma once

#include <memory>
#include <vector>

#include "algorithms/engine.hpp"
#include "algorithms/streamed.hpp"
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

/// Streams the stripes of a matrix through all devices of the plan at the same time, each in a
/// thread of its own, until they are those of the closure. Notes seconds and shares.
void stream_through_devices(const SolvePlan& plan, StripeStore& store, Solution& solution);

}  // namespace apsp
