// See negative_cycle.hpp.
#include "negative/negative_cycle.hpp"

#include "base/text.hpp"
#include "negative/bellman_ford.hpp"
#include "negative/negative_reach.hpp"

namespace apsp {
namespace {

constexpr std::size_t kShown = 10;  // vertices of a cycle in a message
constexpr std::string_view kEnd = "; shortest paths do not exist";

std::string message(const std::string& origin, const std::vector<std::size_t>& cycle, double weight,
                    const Labels& labels, std::string_view advice) {
    std::vector<std::string> names;
    for (const std::size_t v : cycle) names.push_back(labels.name(v));
    return fmt::format("{}: negative cycle of {} arc{} and weight {}: {}{}{}{}", origin,
                       cycle.size(), cycle.size() == 1 ? "" : "s", weight, text_of_cycle(names),
                       labels.empty() ? " (vertices from 0)" : "", kEnd, advice);
}

/// In a matrix whose negative entries are all alike, they are most likely no arcs.
std::string advice_on(const Graph& graph) {
    if (!graph.dense()) return "";
    const double lowest = graph.min_weight();
    std::size_t count = 0;
    for (std::size_t i = 0; i < graph.vertices(); ++i) {
        bool others = false;
        graph.for_each_arc(i, [&](std::size_t, double weight) {
            count += weight == lowest;
            others |= weight < 0 && weight != lowest;
        });
        if (others) return "";
    }
    return count < 2 ? ""
                     : fmt::format("; if {0} means no arc, use ReadOptions::no_arc {0}", lowest);
}

[[noreturn]] void refuse(const Graph& graph, BellmanFord found) {
    const std::string text =
        message(graph.origin(), found.negative_cycle, found.cycle_weight, {}, advice_on(graph));
    throw NegativeCycle(std::move(found.negative_cycle), found.cycle_weight, text);
}

}  // namespace

Potentials find_potentials(const Graph& graph) {
    BellmanFord found = bellman_ford(graph);
    if (!found.negative_cycle.empty()) refuse(graph, std::move(found));
    return std::move(found.potentials);
}

void check_negative_cycles(NegativeCycles treatment, Semiring semiring) {
    if (treatment == NegativeCycles::refuse || semiring == Semiring::min_plus) return;
    throw Error(ErrorKind::usage, fmt::format("SolveOptions::negative_cycles minus-infinity is for "
                                              "min-plus, not for {}",
                                              name(semiring)));
}

void give_potentials(Graph& graph, Semiring semiring, NegativeCycles treatment) {
    if (!needs_potentials(graph, semiring)) return;
    BellmanFord found = bellman_ford(graph);
    if (!found.negative_cycle.empty()) {
        if (treatment == NegativeCycles::refuse) refuse(graph, std::move(found));
        cut_negative_cycles(graph);
        return give_potentials(graph, semiring);
    }
    graph.set_potentials(std::move(found.potentials));
}

std::string text_of_cycle(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t k = 0; k < names.size() && k < kShown; ++k) text += names[k] + " -> ";
    if (names.size() > kShown) text += fmt::format("({} more) -> ", names.size() - kShown);
    return text + names.front();
}

std::string negative_cycle_message(const std::string& origin, const NegativeCycle& cycle,
                                   const Labels& labels) {
    // What follows the cycle itself is for these labels, too.
    const std::string_view text = cycle.what();
    const std::size_t end = text.rfind(kEnd);
    const std::string_view advice = end == text.npos ? "" : text.substr(end + kEnd.size());
    return message(origin, cycle.vertices(), cycle.weight(), labels, advice);
}

}  // namespace apsp
