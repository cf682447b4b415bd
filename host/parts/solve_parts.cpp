// See solve_parts.hpp.
#include "parts/solve_parts.hpp"

#include "core/find_paths.hpp"
#include "core/negative_cycle.hpp"
#include "core/result_rows.hpp"
#include "core/stopwatch.hpp"

namespace apsp {

void solve_in_parts(const SolvePlan& plan, const SolveOptions& options, Graph graph,
                    Solution& solution) {
    Stopwatch watch;
    const Dtype dtype = plan.matrix.dtype;
    const bool negative_weights = has_negative_weights(plan);
    if (negative_weights) check_negative_cycle(graph);
    Matrix& distances = solution.distances;
    const auto take_matrix = [&] {
        return options.paths ? graph.to_matrix(dtype, options.semiring)
                             : std::move(graph).to_matrix(dtype, options.semiring);
    };

    if (plan.layout == Layout::shares) {
        RowSource source;
        if (plan.new_matrix) {
            distances = Matrix(plan.matrix.n, dtype);
            source = options.paths ? rows_of(graph, dtype, options.semiring)
                                   : rows_of(std::make_shared<const Graph>(std::move(graph)), dtype,
                                             options.semiring);
        } else {  // solved in its own memory
            distances = take_matrix();
            source = rows_of(distances);
        }
        solution.seconds.build = watch.lap();
        ResultRows result(distances, options, negative_weights);
        close_in_shares(
            plan, std::move(source), distances,
            [&](Range rows, const void* from) { result.take(rows, from); }, options, solution);
        solution.summary = result.summary();
    } else {
        if (options.workspace.empty()) {
            distances = take_matrix();
            solution.seconds.build = watch.lap();
            close_streamed(plan, distances, options, solution);
        } else {
            distances = close_in_workspace(plan, graph, options, solution);
        }
        ResultRows result(distances, options, negative_weights);
        watch.lap();
        result.take_all();
        solution.summary = result.summary();
        solution.seconds.download = watch.lap();
    }
    watch.lap();
    if (options.paths) {
        Matrix predecessors(plan.matrix.n, Dtype::i32);
        find_paths(graph, distances, predecessors);
        solution.paths = Paths(std::move(predecessors));
        solution.seconds.paths = watch.lap();
    }
    if (options.statistics) {
        solution.statistics = statistics(distances);
        solution.seconds.statistics = watch.lap();
    }
}

}  // namespace apsp
