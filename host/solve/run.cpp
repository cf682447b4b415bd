// See run.hpp.
#include "solve/run.hpp"

#include <optional>

#include "base/stopwatch.hpp"
#include "graph/components.hpp"
#include "graph/rounding.hpp"
#include "solve/result_rows.hpp"

namespace apsp {
namespace {

/// The roots of the graph's strong components, if statistics will need them because the rows are
/// not held together; else none.
std::vector<std::uint32_t> roots_for_statistics(const SolvePlan& plan, const Graph& graph) {
    if (!plan.options.statistics || plan.whole_matrix) return {};
    return strong_component_roots(graph);
}

}  // namespace

void run(const SolvePlan& plan, Graph& graph, Maker& maker, const ProcessGroup& group,
         Solution& solution) {
    const SolveOptions& options = plan.options;
    Stopwatch watch;
    const bool integral = graph.integral_costs();
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
    if (solution.summary && integral && options.semiring == Semiring::min_plus) {
        // The plan had to assume the longest possible distances; now the actual ones are known.
        const double shift = plan.potentials_spread.value_or(0);
        solution.losses.distances_rounded =
            rounds_integers(plan.matrix.dtype, solution.summary->max + shift);
    }
}

}  // namespace apsp
