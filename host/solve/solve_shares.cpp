// Several devices, each in a thread of its own, or several pieces of memory of one.
#include <functional>
#include <optional>
#include <thread>

#include "algorithms/distribution.hpp"
#include "base/carried_exception.hpp"
#include "base/stop.hpp"
#include "base/stopwatch.hpp"
#include "solve/share_worker.hpp"
#include "solve/shared_panels.hpp"
#include "solve/solve_parts.hpp"

namespace apsp {
namespace {

/// Calls f(worker) for each, all at once; those that fail call `failed`, and the first is thrown.
template <class F>
void all_at_once(std::vector<ShareWorker>& workers, const std::function<void()>& failed, F&& f) {
    CarriedException error;
    const auto guarded = [&, stop = stop_token()](std::size_t i) {
        const StopScope scope(stop);
        if (!error.keep_from([&] { f(workers[i], i); })) failed();
    };
    {
        std::vector<std::jthread> threads;
        for (std::size_t i = 1; i < workers.size(); ++i) threads.emplace_back(guarded, i);
        guarded(0);
    }
    error.rethrow();
}

}  // namespace

void close_in_shares(const SolvePlan& plan, RowSource source, Matrix& matrix, const RowSink& sink,
                     Solution& solution) {
    std::vector<Range> stripes;
    std::vector<ShareWorker> workers;
    for (const PartPlan& part : plan.parts) {
        workers.emplace_back(part, plan.matrix, Range{0, matrix.ld()}, plan.block);
        stripes.insert(stripes.end(), part.stripes.begin(), part.stripes.end());
    }
    const std::vector<Range> steps = panel_steps(stripes, plan.block);
    const bool several = workers.size() > 1;
    std::optional<SharedPanels> panels;
    if (several) {
        panels.emplace(plan.block * matrix.row_bytes(), workers.size() - 1);
    }
    const auto failed = [&] {
        if (panels) panels->fail();
    };

    Stopwatch watch;
    all_at_once(workers, failed, [&](ShareWorker& worker, std::size_t) {
        worker.open(several, false, &matrix);
        worker.put(source);
    });
    source = nullptr;
    solution.seconds.upload = watch.lap();
    all_at_once(workers, failed, [&](ShareWorker& worker, std::size_t i) {
        worker.compute(steps, {0, steps.size()}, panels ? &*panels : nullptr, nullptr,
                       i == 0 ? plan.options.progress : Progress());
    });
    solution.seconds.compute = watch.lap();
    all_at_once(workers, failed, [&](ShareWorker& worker, std::size_t) { worker.get(sink); });
    solution.seconds.download = watch.lap();
    for (const ShareWorker& worker : workers) solution.shares.push_back(worker.share());
}

}  // namespace apsp
