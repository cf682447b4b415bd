// See solve_parts.hpp.
#include "solve/solve_parts.hpp"

#include <algorithm>
#include <thread>

#include "base/parallel_copy.hpp"
#include "base/stopwatch.hpp"
#include "solve/find_paths.hpp"
#include "solve/result_rows.hpp"
#include "solve/solve_by_rows.hpp"
#include "statistics/statistics.hpp"

namespace apsp {

void solve_in_parts(const SolvePlan& plan, Graph graph, Solution& solution) {
    Stopwatch watch;
    const SolveOptions& options = plan.options;
    const Dtype dtype = plan.matrix.dtype;
    const auto restoration = Restoration::of(graph, dtype);
    Matrix& distances = solution.distances;
    const bool in_workspace = !options.workspace.empty();
    ResultRows result(distances, plan.whole_matrix, plan.matrix.n, dtype, options,
                      in_workspace ? nullptr : restoration.get());
    const RowSink take = [&](Range rows, const void* from) { result.take(rows, from); };
    const std::vector<std::uint32_t> roots = roots_for_statistics(plan, graph);
    solution.seconds.statistics = watch.lap();
    PathsBeside beside{graph, {}, {}};
    const auto find_predecessors = [&](Matrix& of, const PredecessorSearch& search = {}) {
        if (!options.paths || solution.paths.n() != 0) return;
        const Stopwatch searching;
        Matrix& predecessors = beside.predecessors;
        if (beside.lack.empty()) {
            predecessors = Matrix(plan.matrix.n, Dtype::i32);
            find_paths(graph, of, search, predecessors);
        } else {
            complete_paths(graph, of, beside.lack, predecessors);
        }
        solution.paths = Paths(std::move(predecessors));
        solution.seconds.paths = searching.seconds();
    };

    if (in_workspace) {
        distances = close_in_workspace(plan, graph, restoration.get(), find_predecessors, solution);
    } else if (plan.layout == Layout::shares) {
        RowSource source;
        if (plan.take_over) {
            distances = std::move(graph).to_matrix(dtype, options.semiring);
            source = rows_of(distances);
        } else {
            distances = Matrix(plan.whole_matrix ? plan.matrix.n : 0, plan.matrix.n, dtype);
            source = rows_of(plan.keep_graph ? graph : std::move(graph), dtype, options.semiring);
        }
        solution.seconds.build = watch.lap();
        result.take_reduced(close_in_shares(
            plan, std::move(source), distances, reduces_on_devices(plan, restoration != nullptr),
            take, [&](const PredecessorSearch& search) { find_predecessors(distances, search); },
            solution));
    } else if (plan.layout == Layout::by_rows) {
        distances = Matrix(plan.matrix.n, dtype);
        solution.seconds.build = watch.lap();
        const bool on_host = std::ranges::none_of(
            plan.parts, [](const PartPlan& part) { return part.sweep.has_value(); });
        std::jthread touching;
        if (!on_host) touching = touch_beside(distances.data(), distances.bytes());
        PlannedRows(plan, graph, solution)
            .make_all(distances, take, options.progress, options.paths ? &beside : nullptr);
    } else {
        distances = plan.keep_graph ? graph.to_matrix(dtype, options.semiring)
                                    : std::move(graph).to_matrix(dtype, options.semiring);
        solution.seconds.build = watch.lap();
        close_streamed(plan, distances, solution);
    }
    watch.lap();
    if (in_workspace || plan.layout == Layout::streamed) result.take_all();
    solution.seconds.download += watch.lap();
    if (!in_workspace) find_predecessors(distances);
    watch.lap();
    result.finish_into(solution, roots, watch);
}

}  // namespace apsp
