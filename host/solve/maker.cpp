// See maker.hpp.
#include "solve/maker.hpp"

#include <fmt/core.h>

#include <memory>
#include <optional>
#include <utility>

#include "base/stopwatch.hpp"
#include "graph/components.hpp"
#include "graph/rounding.hpp"
#include "solve/held_matrix.hpp"

namespace apsp {

ResultRows::Coming Maker::coming() const {
    using enum ResultRows::Coming;
    if (plan_.whole_matrix) return all_to_stay;
    return plan_.layout == Layout::by_rows ? wanted : all;
}

void Maker::give(ResultRows& result) {
    const Stopwatch watch;
    result.take({0, plan_.matrix.n}, distances().data());
    seconds().download += watch.seconds();
}

Matrix Maker::find_predecessors() {
    Matrix predecessors(plan_.matrix.n, Dtype::i32);
    find_paths(distances(), find_tight_arcs(graph_, distances()), predecessor_search(),
               predecessors);
    return predecessors;
}

void Maker::warn_of_nothing_to_resume() {
    solution_.warnings.push_back(
        fmt::format("workspace {}: found nothing to resume; the solve started anew",
                    plan_.options.workspace.string()));
}

Matrix Maker::take_matrix() {
    const Semiring semiring = plan_.options.semiring;
    return plan_.keep_graph ? graph_.to_matrix(dtype(), semiring)
                            : std::move(graph_).to_matrix(dtype(), semiring);
}

namespace {

/// The roots of the graph's strong components, if statistics will need them because the rows are
/// not held together; else none.
std::vector<std::uint32_t> roots_for_statistics(const SolvePlan& plan, const Graph& graph) {
    if (!plan.options.statistics || plan.whole_matrix) return {};
    return strong_component_roots(graph);
}

/// Where the distances stay on the device that made them.
void run_there(const SolvePlan& plan, Maker& maker, Solution& solution) {
    maker.open();
    maker.close();
    auto held =
        std::make_unique<HeldMatrix>(plan.matrix.n, plan.matrix.dtype, plan.device, maker.leave());
    maker.end();
    Stopwatch watch;
    if (plan.options.statistics) {
        solution.statistics = held->statistics(plan.options.statistics_options);
    }
    if (plan.options.summary) solution.summary = held->summary(plan.integral);
    solution.seconds.statistics += watch.lap();
    solution.on_device.emplace(std::move(held), plan.device);
}

/// Puts distances of the host's where the device can use them.
void leave_on_device(const SolvePlan& plan, Solution& solution) {
    const Device& device = plan.device;
    const Stopwatch watch;
    solution.on_device.emplace(
        std::make_unique<HeldMatrix>(std::move(solution.distances),
                                     device.shares_host_memory ? nullptr : &device),
        device);
    solution.seconds.upload += watch.seconds();
}

/// Where they come to the host.
void run_here(const SolvePlan& plan, Graph& graph, Maker& maker, const ProcessGroup& group,
              Solution& solution) {
    const SolveOptions& options = plan.options;
    Stopwatch watch;
    const auto restoration = Restoration::of(graph, plan.matrix.dtype);
    std::vector<std::uint32_t> roots;
    group.together([&] { roots = roots_for_statistics(plan, graph); });
    solution.seconds.statistics = watch.lap();
    maker.open();
    maker.close();
    std::optional<ResultRows> result;
    group.together([&] {
        result.emplace(plan, maker.coming(), solution.distances,
                       maker.restores() ? nullptr : restoration.get(), group);
    });
    const bool reduced = plan.reduces && result->take_reduced(maker.reduce());
    const bool rows_wanted = plan.whole_matrix || !reduced;
    if (rows_wanted && !maker.restores()) maker.give(*result);
    if (options.paths) {
        watch.lap();
        solution.paths = Paths(maker.find_predecessors());
        solution.seconds.paths = watch.lap();
    }
    if (maker.restores()) {
        if (restoration != nullptr) maker.restore(*restoration);
        maker.give(*result);
    }
    maker.end();
    result->finish_into(solution, roots);
    if (options.leave_on_device) leave_on_device(plan, solution);
}

}  // namespace

void run(const SolvePlan& plan, Graph& graph, Maker& maker, const ProcessGroup& group,
         Solution& solution) {
    if (plan.stays) {
        run_there(plan, maker, solution);
    } else {
        run_here(plan, graph, maker, group, solution);
    }
    if (solution.summary && plan.integral && plan.options.semiring == Semiring::min_plus) {
        // The plan had to assume the longest possible distances; now the actual ones are known.
        const double shift = plan.potentials_spread.value_or(0);
        solution.losses.distances_rounded =
            rounds_integers(plan.matrix.dtype, solution.summary->max + shift);
    }
}

}  // namespace apsp
