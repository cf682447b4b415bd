// A solve: checks what is asked, plans it, and has it carried out.
#include "apsp/solve.hpp"

#include "backends/backend.hpp"
#include "base/stop.hpp"
#include "base/stopwatch.hpp"
#include "base/team.hpp"
#include "negative/negative_cycle.hpp"
#include "negative/negative_reach.hpp"
#include "solve/maker.hpp"
#include "solve/plan.hpp"

namespace apsp {

std::vector<std::string_view> variants(const Device& device, Algorithm algorithm) {
    return backend(device).variants(device, algorithm);
}

Device best_device(Algorithm algorithm) {
    Devices devices = list_devices();
    std::erase_if(devices.all,
                  [&](const Device& each) { return variants(each, algorithm).empty(); });
    return select_device(devices, "");
}

Solution solve(Graph graph, const SolveOptions& options) {
    const StopScope scope(options.stop);
    return solve(std::move(graph), best_device(options.algorithm), options);
}

Solution solve(Graph graph, const Device& device, const SolveOptions& options) {
    return solve(std::move(graph), std::vector<Device>{device}, options);
}

Solution solve(Graph graph, const std::vector<Device>& devices, const SolveOptions& options) {
    const StopScope scope(options.stop);
    check_stop();
    check_options(graph, devices, options);     // before potentials, which take time
    constexpr std::size_t kWorthThreads = 128;  // vertices
    if (graph.vertices() >= kWorthThreads) wake_team();
    Stopwatch planning;
    give_potentials(graph, options.semiring, options.negative_cycles);
    const auto negative_reach = graph.negative_reach();
    const double potentials_seconds = planning.lap();
    const SolvePlan plan = plan_solve(graph, devices, options);

    Solution solution;
    static_cast<SolveChoices&>(solution) = plan.choices;
    solution.rows = options.rows;
    solution.seconds.potentials = potentials_seconds;
    solution.seconds.plan = planning.lap();
    const auto maker = plan.make_maker(plan, graph, solution);
    run(plan, graph, *maker, ProcessGroup(), solution);
    if (negative_reach != nullptr) {
        solution.vertices_at_minus_infinity = negative_reach->vertices();
        if (options.paths) leave_out(*negative_reach, solution.paths);
    }
    return solution;
}

}  // namespace apsp
