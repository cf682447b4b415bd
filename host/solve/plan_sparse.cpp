// The plan of a sparse graph's elimination: where to stop.
#include "base/text.hpp"
#include "graph/order.hpp"
#include "graph/padding.hpp"
#include "solve/plan_parts.hpp"

namespace apsp {
namespace {

/// Seconds of the work on this device.
double seconds_of(const EliminationWork& work, const SolvePlan& plan) {
    constexpr double kDense = 30e9, kSweep = 10e9, kUp = 1e9, kEliminate = 0.5e9;
    const auto core = static_cast<double>(padded(work.core)),
               n = static_cast<double>(plan.matrix.n);
    const double threads = static_cast<double>(plan.device.compute_units);
    return work.eliminate / kEliminate +
           (core * core * (core + n) / kDense + (work.down + n) * n / kSweep + work.up / kUp) /
               threads;
}

}  // namespace

std::string plan_swept(SolvePlan& plan, const Graph& graph, const std::vector<Device>& devices) {
    const SolveOptions& options = plan.options;
    if (devices.size() > 1 || !options.workspace.empty() || options.tile + options.block != 0) {
        throw Error(ErrorKind::usage,
                    "sparse: runs on one device, without workspace, tiles or blocks");
    }
    plan.layout = Layout::swept;
    std::string why = why_too_large(plan.matrix, devices.front());
    if (why.empty()) why = plan_host(plan, graph, true);
    plan.keep_graph = true;
    plan.take_over = false;
    plan.engine.keep_weights = false;
    if (!why.empty()) return why;
    const EliminationCounts counts = count_elimination(graph, minimum_degree_order(graph));
    const EliminationChoice choice =
        choose_core(counts, [&](const EliminationWork& work) { return seconds_of(work, plan); });
    plan.tree = std::make_shared<const EliminationTree>(
        make_elimination_tree(graph, counts, choice.longest));
    plan.choices.relaxations = choice.work.relaxations(plan.matrix.n);
    return why;
}

}  // namespace apsp
