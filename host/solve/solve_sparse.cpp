// A sparse graph: its order, elimination, and sweep.
#include "algorithms/elimination.hpp"
#include "backends/cpu/engine.hpp"
#include "base/stopwatch.hpp"
#include "graph/order.hpp"
#include "solve/solve_parts.hpp"

namespace apsp {

Matrix close_by_sweep(const SolvePlan& plan, const Graph& graph, Solution& solution) {
    Stopwatch watch;
    const EliminationTree tree = make_elimination_tree(graph, minimum_degree_order(graph));
    Matrix distances(plan.matrix.n, plan.matrix.dtype);
    solution.seconds.build = watch.lap();
    visit(plan.matrix.dtype, [&](auto zero) {
        using T = decltype(zero);
        const auto arcs = eliminate<T>(graph, tree, plan.engine.semiring, plan.engine.symmetric);
        sweep_on_cpu<T>(plan.engine, tree, arcs, distances, plan.options.progress);
    });
    solution.seconds.compute = watch.lap();
    const auto added = static_cast<double>(tree.later.size());
    solution.relaxations = tree.relaxations + static_cast<double>(tree.size()) * added;
    return distances;
}

}  // namespace apsp
