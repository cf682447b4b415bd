// See planned_rows.hpp.
#include "solve/planned_rows.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <span>

#include "algorithms/device_sweep.hpp"
#include "algorithms/elimination.hpp"
#include "algorithms/row_team.hpp"
#include "algorithms/search.hpp"
#include "backends/backend.hpp"
#include "backends/processor.hpp"
#include "base/all_at_once.hpp"
#include "base/monitor.hpp"
#include "base/stopwatch.hpp"
#include "graph/padding.hpp"
#include "graph/row_flow.hpp"
#include "solve/device_matrix.hpp"
#include "solve/plan_parts.hpp"
#include "statistics/statistics.hpp"

namespace apsp {
namespace {

void close_core(const PartPlan& part, Matrix& core) {
    EngineOptions options = part.engine;
    options.algorithm = Algorithm::kleene;
    options.n = core.n();
    options.paths = false;
    options.settings.clear();
    DeviceMatrix on_device(part.device, options);
    on_device.allocate(core.data());
    on_device.put(rows_of(core));
    on_device.close({});
    on_device.get(rows_into(core));
}

template <class T>
std::unique_ptr<RowMaker> make_sweep(const SolvePlan& plan, const PartPlan& part,
                                     const std::function<EliminatedArcs<T>()>& given) {
    const EliminationTree& tree = *plan.tree;
    if (part.sweep) {
        const auto open = [&] { return backend(part.device).open(part.device, part.engine); };
        return make_device_sweep<T>(open, part.engine, plan.engine.semiring, plan.reduces,
                                    *part.sweep, tree, given);
    }
    EliminatedArcs<T> arcs = given();
    if (tree.core_size() != 0) close_core(part, arcs.core);
    return make_cpu_sweep<T>(part.engine, tree, std::move(arcs), all_columns(tree));
}

template <class T>
EliminatedArcs<T> eliminated(const SolvePlan& plan, const Graph& graph) {
    return eliminate<T>(graph, *plan.tree, plan.engine.semiring, plan.engine.symmetric);
}

/// One for each part of the plan.
std::vector<std::unique_ptr<RowMaker>> make_makers(const SolvePlan& plan, const Graph& graph) {
    std::vector<std::unique_ptr<RowMaker>> makers;
    if (plan.engine.algorithm == Algorithm::search) {
        while (makers.size() < plan.parts.size()) {
            makers.push_back(make_search(graph, plan.matrix.dtype, plan.engine.semiring));
        }
        return makers;
    }
    visit(plan.matrix.dtype, [&](auto zero) {
        using T = decltype(zero);
        if (const PartPlan& one = plan.parts.front(); plan.parts.size() == 1 && !one.sweep) {
            makers.push_back(make_sweep<T>(plan, one, [&] { return eliminated<T>(plan, graph); }));
            return;
        }
        makers.resize(plan.parts.size());
        std::vector<std::optional<EliminatedArcs<T>>> arcs(makers.size());
        Monitor monitor;
        const auto give = [&](std::size_t k, EliminatedArcs<T> own) {
            const std::lock_guard lock(monitor.mutex());
            arcs[k] = std::move(own);
            monitor.notify();
        };
        const auto wait_for = [&](std::size_t k) {
            std::unique_lock lock(monitor.mutex());
            monitor.wait(lock, [&] { return arcs[k].has_value(); });
            return std::move(*arcs[k]);
        };
        all_at_once(
            makers.size() + 1, [&] { monitor.fail(); },
            [&](std::size_t task) {
                if (task != 0) {  // opening a GPU takes tenths of a second
                    const std::size_t k = task - 1;
                    makers[k] = make_sweep<T>(plan, plan.parts[k], [&] { return wait_for(k); });
                    return;
                }
                auto all = eliminated<T>(plan, graph);
                for (std::size_t k = 1; k < arcs.size(); ++k) {
                    EliminatedArcs<T> copy = {all.to, all.from, all.core.clone()};
                    fill_padding(copy.core, plan.engine.semiring);
                    give(k, std::move(copy));
                }
                give(0, std::move(all));
            });
    });
    return makers;
}

}  // namespace

PlannedRows::PlannedRows(const SolvePlan& plan, const Graph& graph, Solution& solution)
    : plan_(plan), solution_(solution), tallies_(plan.parts.size()) {
    auto makers = make_makers(plan, graph);
    if (makers.size() == 1) {
        maker_ = std::move(makers.front());
    } else {
        const bool equal = std::ranges::all_of(plan.parts, [&](const PartPlan& part) {
            return alike(part.device, plan.parts.front().device);
        });
        maker_ =
            std::make_unique<RowTeam>(std::move(makers), equal, row_bytes(plan.matrix), tallies_);
    }
    note(&SolveSeconds::build);
}

PlannedRows::~PlannedRows() {
    if (tallies_.size() == 1) return;
    for (std::size_t k = 0; k < tallies_.size(); ++k) {
        const auto& [rows, seconds] = tallies_[k];
        solution_.shares.push_back({plan_.parts[k].device, {}, seconds, 0, rows});
    }
}

/// Divides the time since the last lap: the device's own time is computing; the rest, which
/// includes `taking`, the time spent on finished rows, goes to `beside`.
void PlannedRows::note(double SolveSeconds::*beside, double taking) {
    const double all = watch_.lap();
    const double computing = maker_->device_seconds().value_or(all - taking);
    solution_.seconds.compute += computing;
    solution_.seconds.*beside += all - computing;
}

void PlannedRows::make(std::span<const std::uint32_t> sources, void* to) {
    watch_.lap();
    const std::size_t most = maker_->batch();
    for (std::size_t first = 0; first < sources.size(); first += most) {
        const std::span some = sources.subspan(first, std::min(most, sources.size() - first));
        maker_->make(some, static_cast<unsigned char*>(to) + first * row_bytes(plan_.matrix));
    }
    note(&SolveSeconds::download);
}

RowReductions PlannedRows::reduce(Range rows, const Progress& progress,
                                  SumCheckpoints* checkpoints) {
    watch_.lap();
    const std::size_t most = maker_->batch();
    const RowQuestion question = plan_.question();
    RowReductions all = checkpoints ? checkpoints->take() : no_reductions(question, rows.size());
    const std::size_t known = checkpoints ? checkpoints->known() : 0;
    for (std::size_t first = rows.first + known; first < rows.last; first += most) {
        const Range some = {first, std::min(first + most, rows.last)};
        const auto own = maker_->reduce(question, some);
        if (own.empty()) return {};
        all.put(first - rows.first, own);
        if (checkpoints) checkpoints->add(own);
        tell(progress,
             static_cast<double>(some.last - rows.first) / static_cast<double>(rows.size()));
    }
    note(plan_.options.statistics ? &SolveSeconds::statistics : &SolveSeconds::download);
    return all;
}

ReleasedMemory PlannedRows::make_all_there(const Progress& progress) {
    watch_.lap();
    auto made = maker_->make_all_there(progress);
    note(&SolveSeconds::download);
    return made;
}

void PlannedRows::make_all(Matrix& distances, const RowSink& take, const Progress& progress,
                           PathsBeside* beside) {
    double taking = 0;
    watch_.lap();
    maker_->make_all(
        distances,
        [&](Range rows, const void* from) {
            const Stopwatch watch;
            take(rows, from);
            taking += watch.seconds();
        },
        progress, beside);
    note(&SolveSeconds::download, taking);
}

}  // namespace apsp
