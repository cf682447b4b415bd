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
    /// Opens the engine, which is one of so many.
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

}  // namespace apsp
