// A sparse graph: elimination, the core's closure, and what makes rows from these.
#include "algorithms/elimination.hpp"
#include "backends/cpu/engine.hpp"
#include "base/stopwatch.hpp"
#include "graph/row_flow.hpp"
#include "solve/device_matrix.hpp"
#include "solve/solve_parts.hpp"

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

std::unique_ptr<RowMaker> make_sweep(const SolvePlan& plan, const Graph& graph) {
    return visit(plan.matrix.dtype, [&](auto zero) {
        using T = decltype(zero);
        const EliminationTree& tree = *plan.tree;
        auto arcs = eliminate<T>(graph, tree, plan.engine.semiring, plan.engine.symmetric);
        if (tree.core_size() != 0) close_core(plan, arcs.core);
        return make_cpu_sweep<T>(plan.engine, tree, std::move(arcs));
    });
}

Matrix close_by_sweep(const SolvePlan& plan, const Graph& graph, Solution& solution) {
    Stopwatch watch;
    Matrix distances(plan.matrix.n, plan.matrix.dtype);
    solution.seconds.build = watch.lap();
    make_sweep(plan, graph)->make_all(distances, plan.options.progress);
    solution.seconds.compute = watch.lap();
    return distances;
}

}  // namespace apsp
