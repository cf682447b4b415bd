// Verification by means other than Floyd-Warshall: Johnson's algorithm if it is affordable or sums
// are rounded, else the properties that prove distances to be shortest (row_proof.hpp). Over other
// semirings these are necessary properties only: each entry is the best over its last arcs.
//
// D. B. Johnson, "Efficient algorithms for shortest paths in sparse networks", JACM 24(1), 1977.
#include "apsp/verify.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "base/text.hpp"
#include "graph/arcs_each.hpp"
#include "graph/dijkstra.hpp"
#include "graph/rounding.hpp"
#include "negative/negative_cycle.hpp"
#include "verify/first_wrong_row.hpp"
#include "verify/row_proof.hpp"

namespace apsp {
namespace {

/// A semiring in f64, for results of a type.
struct Order {
    Semiring semiring = Semiring::min_plus;
    Dtype dtype = Dtype::f64;
    double no_path = apsp::zero<double>(semiring);
    double empty_path = apsp::one<double>(semiring);

    double times(double a, double b) const { return apsp::times(semiring, a, b); }
    bool better(double a, double b) const { return a != b && plus(semiring, a, b) == a; }
    /// Over max_min and min_max results are weights as the type holds them: rounding keeps their
    /// order, so nothing else is rounded.
    double weight(double w) const {
        if (semiring == Semiring::or_and) return 1;
        const bool rounds = dtype == Dtype::f32 && semiring != Semiring::max_times;
        return rounds ? static_cast<double>(static_cast<float>(w)) : w;
    }
    /// How far from `expected` a result may be. Products of integers, 0 and 1, are not rounded.
    double slack(const Graph& graph, double expected) const {
        if (semiring != Semiring::max_times || graph.integral()) return 0;
        return rounding_slack(dtype, 2 * static_cast<double>(graph.vertices()), expected, 0);
    }
};

/// The best paths from `source` by Dijkstra's algorithm, which is right for each of these
/// semirings.
std::vector<double> best_paths(const Graph& graph, const Order& order, std::size_t source) {
    std::vector<double> d(graph.vertices(), order.no_path);
    d[source] = order.empty_path;
    // The best comes first: if larger is better, negatives are compared.
    const double sign = order.better(1, 0) ? -1 : 1;
    dijkstra(
        graph, source, [&](std::size_t j) { return sign * d[j]; },
        [&](std::size_t i, std::size_t j, double w) {
            const double candidate = order.times(d[i], order.weight(w));
            if (!order.better(candidate, d[j])) return false;
            d[j] = candidate;
            return true;
        });
    return d;
}

/// The best over every last arc k -> j, from the entries k of row i.
std::vector<double> best_over_last_arcs(const Graph& graph, const Order& order, std::size_t i,
                                        const std::vector<double>& d) {
    std::vector<double> best(d.size(), order.no_path);
    best[i] = order.empty_path;
    for (std::size_t k = 0; k < d.size(); ++k) {
        if (d[k] == order.no_path) continue;
        graph.for_each_arc(k, [&](std::size_t j, double w) {
            best[j] = plus(order.semiring, best[j], order.times(d[k], order.weight(w)));
        });
    }
    return best;
}

/// What is wrong with row i over a semiring other than min_plus, which has proofs instead.
std::optional<WrongEntry> check_row(const Graph& graph, const Order& order, const Labels& labels,
                                    std::size_t i, const std::vector<double>& d, bool search) {
    const auto expected =
        search ? best_paths(graph, order, i) : best_over_last_arcs(graph, order, i, d);
    if (d[i] != order.empty_path) {
        return wrong_distance(labels, i, i, d[i], fmt::format("expected {}", order.empty_path));
    }
    for (std::size_t j = 0; j < d.size(); ++j) {
        const double e = expected[j];
        if (d[j] == e || std::abs(d[j] - e) <= order.slack(graph, e)) continue;
        const char* const finder =
            search ? "Dijkstra's algorithm finds" : "the best choice of a last arc gives";
        return wrong_distance(labels, i, j, d[j], fmt::format("{} {}", finder, e));
    }
    return std::nullopt;
}

struct Method {
    std::string name;
    bool search;        ///< By Dijkstra's algorithm, not by properties of right rows.
    std::size_t count;  ///< Of the rows that are checked.
    double steps;       ///< For each of them.
};

/// The method that the budget allows for `rows` rows.
Method affordable(const Graph& graph, Dtype dtype, const VerifyOptions& options, std::size_t rows) {
    // A step of Dijkstra's algorithm costs about ten relaxations of a plain loop.
    const double johnson_row = 10 * dijkstra_steps(graph);
    if (johnson_row * static_cast<double>(rows) <= options.budget)
        return {"johnson", true, rows, johnson_row};
    const bool may_round =
        options.semiring == Semiring::min_plus && !graph.integral() && !is_integral(dtype);
    const double row =
        may_round ? johnson_row : static_cast<double>(graph.arcs() + graph.vertices()) + 1;
    const auto count =
        std::clamp<std::size_t>(static_cast<std::size_t>(options.budget / row), 1, rows);
    return {count == rows ? "properties" : "sampled properties", false, count, row};
}

/// What is wrong with the rows that are named; empty if nothing is.
std::string wrong_rows(const VerifyOptions& options, std::size_t n, std::size_t rows) {
    for (const std::size_t i : options.rows) {
        if (i >= n) return fmt::format("there is no vertex {} for a row: the graph has {}", i, n);
    }
    const auto [first, last] = options.only;
    if (first <= last && last <= rows) return "";
    return fmt::format("there are no rows {} to {} to check: the distances have {}", first, last,
                       rows);
}

/// Checks some of these rows, evenly spaced, in parallel. Rows after a wrong one are not looked at.
Verification check(const Graph& graph, const Matrix& distances, const VerifyOptions& options,
                   Range rows, const Method& method) {
    const Labels none;
    const Labels& labels = options.labels == nullptr ? none : *options.labels;
    const Order order{options.semiring, distances.dtype()};
    const bool shortest = order.semiring == Semiring::min_plus;
    Verification result;
    result.method = method.name;
    const std::size_t n = graph.vertices();
    result.failure = wrong_shape(graph, distances, options.rows.empty() ? n : options.rows.size(),
                                 options.predecessors);
    if (result.failure.empty()) result.failure = wrong_rows(options, n, distances.rows());
    if (!result.failure.empty()) return result;
    std::unique_ptr<const Potentials> potentials;
    if (shortest) potentials = potentials_to_check(graph, labels, result.failure);
    if (!result.failure.empty()) return result;

    const auto vertex = [&](std::size_t row) {
        return options.rows.empty() ? row : options.rows[row];
    };
    const auto check_one = [&](RowProof& proof, std::size_t row) {
        const std::size_t i = vertex(row);
        const std::vector<double> d = row_of(distances, row, order.semiring);
        auto wrong = shortest ? proof.distances(i, d, method.search)
                              : check_row(graph, order, labels, i, d, method.search);
        if (!wrong && options.predecessors != nullptr) {
            wrong = proof.predecessors(i, d, options.predecessors->row<std::int32_t>(i));
        }
        return wrong;
    };
    const auto wrong = first_wrong_row(
        {rows, method.count, method.steps}, options.progress,
        [&] { return RowProof(graph, distances.dtype(), potentials.get(), labels); }, check_one,
        result);
    if (wrong) result.row = vertex(*wrong);
    return result;
}

}  // namespace

Verification verify(const Graph& graph, const Matrix& distances, const VerifyOptions& options) {
    if (options.negative_cycles == NegativeCycles::minus_infinity &&
        needs_potentials(graph, options.semiring)) {
        Graph own = graph;
        give_potentials(own, options.semiring, options.negative_cycles);
        VerifyOptions rest = options;
        rest.negative_cycles = NegativeCycles::refuse;
        return verify(own, distances, rest);
    }
    const std::size_t all = options.rows.empty() ? graph.vertices() : options.rows.size();
    const Range rows = options.only.size() == 0 ? Range{0, all} : options.only;
    return check(graph, distances, options, rows,
                 affordable(graph, distances.dtype(), options, rows.size()));
}

Verification prove(const Graph& graph, const Matrix& distances, const Matrix* predecessors,
                   const Labels* labels, const std::function<void(double)>& progress) {
    const std::size_t n = graph.vertices();
    VerifyOptions options;
    options.predecessors = predecessors;
    options.labels = labels;
    options.progress = progress;
    Verification result =
        check(graph, distances, options, {0, n}, {"proof", false, n, arcs_each(graph)});
    if (!result.ok && result.rows_checked != 0) result.rows_checked = result.row + 1;
    return result;
}

}  // namespace apsp
