// See stream_worker.hpp.
#include "solve/stream_worker.hpp"

#include <algorithm>

#include "backends/backend.hpp"
#include "base/all_at_once.hpp"
#include "base/stopwatch.hpp"

namespace apsp {

StreamWorker::StreamWorker(const PartPlan& part, const Plan& matrix, std::size_t engines)
    : part_(part),
      matrix_(matrix),
      engine_(backend(part.device).open(part.device, part.engine)),
      slots_(stream_slots(engines)) {
    for (Slab& slot : slots_) {
        slot = engine_->memory().allocate(part.engine.stripe_rows, matrix.ld);
    }
}

void StreamWorker::run(StripeTurns& turns, const Progress& progress) {
    engine_->begin();
    const Stopwatch watch;
    waited_ += kleene_streamed(*engine_->tiles(), engine_->memory(), slots_, part_.stripes, turns,
                               progress);
    engine_->finish();
    seconds_ += watch.seconds();
}

SolutionShare StreamWorker::share() const {
    return {part_.device, {0, matrix_.n}, engine_->compute_seconds(), waited_};
}

void stream_through_devices(const SolvePlan& plan, StripeStore& store, Solution& solution) {
    const std::size_t count = plan.parts.size();
    StripeTurns turns(store, plan.parts.front().stripes, count);
    std::vector<double> seconds(count);
    solution.shares.resize(count);
    all_at_once(
        count, [&] { turns.fail(); },
        [&](std::size_t i) {
            StreamWorker worker(plan.parts[i], plan.matrix, count);
            worker.run(turns, i == 0 ? plan.options.progress : Progress());
            seconds[i] = worker.seconds();
            solution.shares[i] = worker.share();
        });
    solution.seconds.compute = std::ranges::max(seconds);
}

}  // namespace apsp
