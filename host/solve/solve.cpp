// A solve: checks what is asked, plans it, and has it carried out.
#include "apsp/solve.hpp"

#include "backends/backend.hpp"
#include "base/stop.hpp"
#include "base/stopwatch.hpp"
#include "base/team.hpp"
#include "graph/rounding.hpp"
#include "negative/negative_cycle.hpp"
#include "negative/negative_reach.hpp"
#include "solve/maker.hpp"
#include "solve/plan.hpp"
#include "solve/result_rows.hpp"

namespace apsp {

std::vector<std::string_view> variants(const Device& device, Algorithm algorithm) {
    return backend(device.backend).variants(device, algorithm);
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

namespace {

/// Which rows the plan's maker hands over.
ResultRows::Coming coming_rows(const SolvePlan& plan) {
    using enum ResultRows::Coming;
    return plan.whole_matrix ? all_to_stay : plan.layout == Layout::by_rows ? wanted : all;
}

/// Carries out the plan, and fills in all of `solution` that it does not say.
void run(const SolvePlan& plan, Graph graph, Solution& solution) {
    const SolveOptions& options = plan.options;
    Stopwatch watch;
    const auto restoration = Restoration::of(graph, plan.matrix.dtype);
    const std::vector<std::uint32_t> roots = roots_for_statistics(plan, graph);
    solution.seconds.statistics = watch.lap();
    const auto maker = make_maker(plan, graph, solution);
    maker->open();
    maker->close();
    ResultRows result(solution.distances, coming_rows(plan), plan.matrix.n, plan.matrix.dtype,
                      options, maker->restores() ? nullptr : restoration.get());
    const bool reduced = plan.reduces && result.take_reduced(maker->reduce());
    const bool rows_wanted = plan.whole_matrix || !reduced;
    if (rows_wanted && !maker->restores()) maker->give(result);
    if (options.paths) {
        watch.lap();
        solution.paths = Paths(maker->find_predecessors());
        solution.seconds.paths = watch.lap();
    }
    if (maker->restores()) {
        if (restoration != nullptr) maker->restore(*restoration);
        maker->give(result);
    }
    result.finish_into(solution, roots);
}

}  // namespace

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
    const bool integral = graph.integral_costs();
    run(plan, std::move(graph), solution);
    if (negative_reach != nullptr) {
        solution.vertices_at_minus_infinity = negative_reach->vertices();
        if (options.paths) leave_out(*negative_reach, solution.paths);
    }
    if (solution.summary && integral && options.semiring == Semiring::min_plus) {
        // The plan had to assume the longest possible distances; now the actual ones are known.
        const double shift = plan.potentials_spread.value_or(0);
        solution.losses.distances_rounded =
            rounds_integers(plan.matrix.dtype, solution.summary->max + shift);
    }
    return solution;
}

}  // namespace apsp
