// Rows of a result, made of the graph: all, or those that are asked for; kept, or let go in batches
// once they have been summed up, reduced and taken.
#include "solve/solve_by_rows.hpp"

#include "algorithms/device_sweep.hpp"
#include "algorithms/elimination.hpp"
#include "algorithms/search.hpp"
#include "backends/backend.hpp"
#include "backends/cpu/engine.hpp"
#include "base/parallel_rows.hpp"
#include "base/stopwatch.hpp"
#include "graph/components.hpp"
#include "graph/row_flow.hpp"
#include "solve/device_matrix.hpp"
#include "solve/result_rows.hpp"
#include "statistics/statistics.hpp"

namespace apsp {
namespace {

void close_core(const SolvePlan& plan, Matrix& core) {
    EngineOptions options = plan.engine;
    options.algorithm = Algorithm::kleene;
    options.n = core.n();
    options.paths = false;
    DeviceMatrix on_device(plan.device, options);
    on_device.allocate(core.data());
    on_device.put(rows_of(core));
    on_device.close({});
    on_device.get(rows_into(core));
}

}  // namespace

void add_seconds(RowMaker& maker, double all, double SolveSeconds::*beside, SolveSeconds& seconds) {
    const double computing = maker.device_seconds().value_or(all);
    seconds.compute += computing;
    seconds.*beside += all - computing;
}

std::unique_ptr<RowMaker> make_row_maker(const SolvePlan& plan, const Graph& graph) {
    if (plan.engine.algorithm == Algorithm::search) {
        return make_search(graph, plan.matrix.dtype, plan.engine.semiring);
    }
    return visit(plan.matrix.dtype, [&](auto zero) {
        using T = decltype(zero);
        const EliminationTree& tree = *plan.tree;
        EliminatedArcs<T> arcs =
            eliminate<T>(graph, tree, plan.engine.semiring, plan.engine.symmetric);
        if (plan.sweep) {
            const SweepPlan& sweep = *plan.sweep;
            return make_device_sweep<T>(
                backend(plan.device.backend).open(plan.device, sweep.engine), sweep.engine,
                plan.engine.semiring, sweep.sizes, tree, std::move(arcs));
        }
        if (tree.core_size() != 0) close_core(plan, arcs.core);
        return make_cpu_sweep<T>(plan.engine, tree, std::move(arcs));
    });
}

void solve_by_rows(const SolvePlan& plan, const Graph& graph, const Restoration* restoration,
                   Solution& solution) {
    const SolveOptions& options = plan.options;
    const std::size_t n = plan.matrix.n;
    const std::vector<std::uint32_t> sources = vertices_of_rows(options, n);
    Stopwatch watch;
    const std::unique_ptr<RowMaker> maker = make_row_maker(plan, graph);
    const std::size_t count = sources.size(), most = std::min(maker->batch(), count);
    Matrix& kept = solution.distances;
    kept = Matrix(options.keep_distances ? count : most, n, plan.matrix.dtype);
    FinishedRows finished(count, options, restoration, options.summary || options.statistics);
    add_seconds(*maker, watch.lap(), &SolveSeconds::build, solution.seconds);
    for (std::size_t first = 0; first < count; first += most) {
        const std::span batch = std::span(sources).subspan(first, std::min(most, count - first));
        const std::size_t to = options.keep_distances ? first : 0;
        maker->make(batch, kept.row_data(to));
        add_seconds(*maker, watch.lap(), &SolveSeconds::download, solution.seconds);
        visit(plan.matrix.dtype, [&](auto zero) {
            parallel_rows({0, batch.size()}, [&](std::size_t k) {
                finished.finish(kept.row<decltype(zero)>(to + k), first + k, batch[k]);
            });
        });
        solution.seconds.download += watch.lap();
        if (options.take_rows) options.take_rows({kept, {to, to + batch.size()}, first, batch});
        tell(options.progress,
             static_cast<double>(first + batch.size()) / static_cast<double>(count));
        watch.lap();
    }
    if (!options.keep_distances) kept = Matrix(0, 0, plan.matrix.dtype);
    if (options.summary) solution.summary = finished.summary();
    if (options.statistics) {
        solution.statistics = make_statistics(finished.reductions(), strong_component_roots(graph));
        solution.seconds.statistics = watch.lap();
    }
}

}  // namespace apsp
