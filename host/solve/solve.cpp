// A solve: what it is asked, its plan, and who carries that out.
#include "apsp/solve.hpp"

#include "backends/backend.hpp"
#include "base/stopwatch.hpp"
#include "base/text.hpp"
#include "graph/losses.hpp"
#include "graph/negative_cycle.hpp"
#include "solve/find_paths.hpp"
#include "solve/plan.hpp"
#include "solve/solve_parts.hpp"
#include "solve/solve_whole.hpp"
#include "statistics/statistics.hpp"

namespace apsp {
namespace {

void check_options(const Graph& graph, const std::vector<Device>& devices,
                   const SolveOptions& options) {
    if (devices.empty()) throw Error(ErrorKind::usage, "no device to solve on");
    if (devices.size() > 1 && !options.workspace.empty()) {
        throw Error(ErrorKind::usage, "a workspace is for one device");
    }
    if (options.paths) check_paths(options.semiring);
    if (options.statistics) check_statistics(options.semiring);
    if (options.rows.empty()) return;
    if (options.paths || options.statistics) {
        throw Error(ErrorKind::usage, "paths and statistics need all rows of the distances");
    }
    for (const std::size_t row : options.rows) {
        if (row < graph.vertices()) continue;
        throw Error(ErrorKind::usage,
                    fmt::format("no row {}: the graph has {} vertices", row, graph.vertices()));
    }
}

/// Where progress is told, stops are looked for.
SolveOptions with_stop(SolveOptions options) {
    if (!options.stop.stop_possible()) return options;
    if (options.stop.stop_requested()) throw Stopped();
    options.progress = [stop = options.stop, tell = options.progress](double done) {
        if (tell) tell(done);
        if (stop.stop_requested()) throw Stopped();
    };
    return options;
}

/// What the plan says of the solution.
Solution begin_solution(const SolvePlan& plan) {
    Solution solution;
    solution.variant = plan.engine.variant;
    solution.dtype_reason = plan.dtype_reason;
    solution.losses = plan.losses;
    solution.symmetric = plan.engine.symmetric;
    solution.tuned = plan.tuned;
    solution.streamed = plan.layout == Layout::streamed;
    solution.warnings = plan.warnings;
    if (plan.memory.blocks.empty()) return solution;
    solution.tile = plan.memory.tile;
    solution.block = plan.layout == Layout::whole ? plan.memory.blocks.front() : plan.block;
    return solution;
}

}  // namespace

std::vector<std::string_view> variants(const Device& device, Algorithm algorithm) {
    return backend(device.backend).variants(device, algorithm);
}

std::vector<std::string_view> ladder_variants(const Device& device, Algorithm algorithm) {
    return backend(device.backend).ladder_variants(algorithm);
}

Solution solve(Graph graph, const SolveOptions& options) {
    return solve(std::move(graph), select_device(list_devices(), ""), options);
}

Solution solve(Graph graph, const Device& device, const SolveOptions& options) {
    return solve(std::move(graph), std::vector<Device>{device}, options);
}

Solution solve(Graph graph, const std::vector<Device>& asked, const SolveOptions& wanted) {
    check_options(graph, asked, wanted);
    const SolveOptions options = with_stop(wanted);
    Stopwatch planning;
    give_potentials(graph, options.semiring);
    const double potentials_seconds = planning.lap();
    const std::vector<Device> devices = limited(asked, options);
    SolvePlan plan = plan_solve(graph, devices.front(), options);
    const double plan_seconds = planning.lap();
    plan_engine(plan, devices, options);

    Solution solution = begin_solution(plan);
    solution.rows = options.rows;
    solution.seconds.potentials = potentials_seconds;
    solution.seconds.plan = plan_seconds;
    const bool integral = graph.integral_costs();
    const auto potentials = graph.potentials();
    if (plan.layout == Layout::whole) {
        solve_whole(plan, devices.front(), options, std::move(graph), solution);
    } else {
        solve_in_parts(plan, options, std::move(graph), solution);
    }
    if (solution.summary && integral && options.semiring == Semiring::min_plus) {
        // What was feared of all that the graph could have, seen of what it has.
        const double shift = potentials ? potentials->spread() : 0;
        solution.losses.distances_rounded =
            rounds_integers(plan.matrix.dtype, solution.summary->max + shift);
    }
    return solution;
}

}  // namespace apsp
