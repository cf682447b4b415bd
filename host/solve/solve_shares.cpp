// Several devices, each in a thread of its own, or several pieces of memory of one.
#include <deque>
#include <functional>
#include <optional>

#include "algorithms/distribution.hpp"
#include "base/all_at_once.hpp"
#include "base/stopwatch.hpp"
#include "graph/padding.hpp"
#include "solve/share_worker.hpp"
#include "solve/shared_panels.hpp"
#include "solve/solve_parts.hpp"
#include "statistics/statistics.hpp"

namespace apsp {

namespace {

/// The reductions of all rows, or nothing if a device leaves them to the host.
std::vector<RowReduction> reduce_rows(std::vector<ShareWorker>& workers, Dtype dtype) {
    std::vector<std::vector<RowReduction>> own(workers.size());
    all_at_once(workers.size(), {},
                [&](std::size_t i) { own[i] = workers[i].reduce_rows(no_path(dtype)); });
    std::vector<RowReduction> all;
    for (const std::vector<RowReduction>& rows : own) {
        if (rows.empty()) return {};
        all.insert(all.end(), rows.begin(), rows.end());
    }
    return all;
}

}  // namespace

std::vector<RowReduction> close_in_shares(
    const SolvePlan& plan, RowSource source, Matrix& matrix, bool reduces, const RowSink& sink,
    const std::function<void(const PredecessorSearch&)>& closed, Solution& solution) {
    std::vector<Range> rows, stripes;
    std::vector<ShareWorker> workers;
    for (const PartPlan& part : plan.parts) {
        workers.emplace_back(part, plan.matrix, Range{0, matrix.ld()}, plan.block);
        rows.push_back({part.stripes.front().first, part.stripes.back().last});
        stripes.insert(stripes.end(), part.stripes.begin(), part.stripes.end());
    }
    const std::vector<Range> steps = panel_steps(stripes, plan.block);
    const bool several = workers.size() > 1;
    const bool half = plan.half_shares;
    std::optional<SharedPanels> panels;
    std::deque<SharedPanels> columns;  // of each engine, for those that have rows below its own
    const auto failed = [&] {
        if (panels) panels->fail();
        for (SharedPanels& each : columns) each.fail();
    };

    Stopwatch watch;
    all_at_once(workers.size(), failed, [&](std::size_t i) {
        workers[i].open(several, false, matrix.rows() != 0 ? &matrix : nullptr);
        if (half) workers[i].open_turned();
        workers[i].put(source);
    });
    source = nullptr;
    const std::size_t panel_bytes = plan.block * matrix.row_bytes();
    const auto column_bytes = [&](std::size_t i) {
        return plan.block * padded(rows[i].size()) * size_of(plan.matrix.dtype);
    };
    if (plan.panels == PanelPlace::device) {
        panels.emplace(workers.size(), owners(steps, rows), workers.size() - 1, [&](std::size_t i) {
            return workers[i].memory().allocate_panel(panel_bytes);
        });
        for (std::size_t i = 0; half && i < workers.size(); ++i) {
            columns.emplace_back(
                1, [&] { return workers[i].memory().allocate_panel(column_bytes(i)); });
        }
        for (ShareWorker& worker : workers) {
            for (std::size_t i = 0; i < workers.size(); ++i) worker.memory().reach(panels->of(i));
            for (const SharedPanels& each : columns) worker.memory().reach(each.of(0));
        }
    } else {
        if (several) panels.emplace(panel_bytes, workers.size() - 1);
        for (std::size_t i = 0; half && i < workers.size(); ++i) {
            columns.emplace_back(column_bytes(i), 1);
        }
    }
    solution.seconds.upload = watch.lap();
    all_at_once(workers.size(), failed, [&](std::size_t i) {
        SharedPanels* const row_panels = panels ? &*panels : nullptr;
        const Progress progress = i == 0 ? plan.options.progress : Progress();
        if (!half) {
            return workers[i].compute(steps, {0, steps.size()}, row_panels, nullptr, progress);
        }
        std::vector<SymmetricShare::Above> above;
        for (std::size_t k = 0; k < i; ++k) above.push_back({rows[k], &columns[k]});
        workers[i].compute_half(steps, row_panels, &columns[i], above, progress);
    });
    solution.seconds.compute = watch.lap();
    std::vector<RowReduction> reduced;
    if (reduces) {
        reduced = reduce_rows(workers, plan.matrix.dtype);
        if (plan.options.statistics) solution.seconds.statistics += watch.lap();
    }
    if (!plan.whole_matrix && !reduced.empty()) {
        // No row is wanted.
    } else if (plan.in_batches()) {
        for (ShareWorker& worker : workers) worker.get(sink);
    } else {
        all_at_once(workers.size(), failed, [&](std::size_t i) { workers[i].get(sink); });
    }
    solution.seconds.download = watch.lap();
    if (plan.parts.front().engine.paths) {
        closed([&](const TightArcs& arcs, Matrix& predecessors) {
            all_at_once(workers.size(), {},
                        [&](std::size_t i) { workers[i].predecessors(arcs, predecessors); });
        });
    }
    for (const ShareWorker& worker : workers) {
        solution.shares.push_back(worker.share());
        solution.shares.back().panels = plan.panels;
    }
    return reduced;
}

}  // namespace apsp
