// See solve_parts.hpp.
#include "solve/solve_parts.hpp"

#include "base/stopwatch.hpp"
#include "solve/find_paths.hpp"
#include "solve/result_rows.hpp"

namespace apsp {

void solve_in_parts(const SolvePlan& plan, const SolveOptions& options, Graph graph,
                    Solution& solution) {
    Stopwatch watch;
    const Dtype dtype = plan.matrix.dtype;
    const auto restoration = Restoration::of(graph, dtype);
    const bool keep_graph = options.paths || Restoration::needs_weights(graph, dtype);
    Matrix& distances = solution.distances;
    const auto take_matrix = [&] {
        return keep_graph ? graph.to_matrix(dtype, options.semiring)
                          : std::move(graph).to_matrix(dtype, options.semiring);
    };
    const bool in_workspace = plan.layout == Layout::streamed && !options.workspace.empty();
    ResultRows result(distances, plan.matrix.n, dtype, options,
                      in_workspace ? nullptr : restoration.get());
    const auto find_predecessors = [&](Matrix& of) {
        if (!options.paths) return;
        const Stopwatch searching;
        Matrix predecessors(plan.matrix.n, Dtype::i32);
        find_paths(graph, of, predecessors);
        solution.paths = Paths(std::move(predecessors));
        solution.seconds.paths = searching.seconds();
    };

    if (plan.layout == Layout::shares) {
        RowSource source;
        if (plan.new_matrix) {
            distances = Matrix(plan.matrix.n, dtype);
            source = rows_of(keep_graph ? graph : std::move(graph), dtype, options.semiring);
        } else {  // solved in its own memory
            distances = take_matrix();
            source = rows_of(distances);
        }
        solution.seconds.build = watch.lap();
        close_in_shares(
            plan, std::move(source), distances,
            [&](Range rows, const void* from) { result.take(rows, from); }, options, solution);
    } else if (options.workspace.empty()) {
        distances = take_matrix();
        solution.seconds.build = watch.lap();
        close_streamed(plan, distances, options, solution);
    } else {
        distances = close_in_workspace(plan, graph, restoration.get(), find_predecessors, options,
                                       solution);
    }
    watch.lap();
    if (plan.layout == Layout::streamed) result.take_all();
    solution.seconds.download += watch.lap();
    if (!in_workspace) find_predecessors(distances);
    watch.lap();
    result.finish_all();
    solution.summary = result.summary();
    solution.seconds.download += watch.lap();
    if (options.statistics) {
        solution.statistics = statistics(distances);
        solution.seconds.statistics = watch.lap();
    }
}

}  // namespace apsp
