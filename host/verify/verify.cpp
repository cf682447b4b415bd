// Verification by other means than Floyd-Warshall: Johnson's algorithm where it is affordable or
// sums are rounded, else the properties that prove distances to be shortest (row_proof.hpp), or
// over other semirings those that characterise the best paths.
//
// D. B. Johnson, "Efficient algorithms for shortest paths in sparse networks", JACM 24(1), 1977.
#include "apsp/verify.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "base/stop.hpp"
#include "base/text.hpp"
#include "graph/dijkstra.hpp"
#include "verify/row_proof.hpp"
#include "verify/tolerance.hpp"

namespace apsp {
namespace {

/// A semiring in f64.
struct Order {
    Semiring semiring = Semiring::min_plus;
    double no_path = apsp::zero<double>(semiring);
    double empty_path = apsp::one<double>(semiring);

    double times(double a, double b) const { return apsp::times(semiring, a, b); }
    bool better(double a, double b) const { return a != b && plus(semiring, a, b) == a; }
    double weight(double w) const { return semiring == Semiring::or_and ? 1 : w; }
};

/// The best paths from `source` by Dijkstra's algorithm, which holds for each of these semirings.
std::vector<double> best_paths(const Graph& graph, const Order& order, std::size_t source) {
    std::vector<double> d(graph.vertices(), order.no_path);
    d[source] = order.empty_path;
    // The best first: of the largest, the one of the smallest negative.
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

/// What checks of a row share: the row itself, and words for a wrong entry of it.
struct Row {
    const Order& order;
    const Tolerance& tolerance;
    const Labels& labels;
    std::size_t i;
    std::vector<double> d;

    WrongEntry wrong(std::size_t j, const std::string& expected) const {
        return {j, fmt::format("distance {} -> {} is {}, {}", labels.name(i), labels.name(j), d[j],
                               expected)};
    }
    /// The first entry that differs from what `expected(j)` says, in these words.
    template <class Expected>
    std::optional<WrongEntry> compare(Expected&& expected, std::string_view words) const {
        if (d[i] != order.empty_path) return wrong(i, fmt::format("expected {}", order.empty_path));
        for (std::size_t j = 0; j < d.size(); ++j) {
            const double e = expected(j);
            if (!tolerance.equal(d[j], e)) return wrong(j, fmt::format("{} {}", words, e));
        }
        return std::nullopt;
    }
};

std::optional<WrongEntry> check_by_dijkstra(const Graph& graph, const Row& row) {
    const auto found = best_paths(graph, row.order, row.i);
    return row.compare([&](std::size_t j) { return found[j]; }, "Dijkstra's algorithm finds");
}

/// Diagonal, and the best over every last arc; min_plus has a proof instead.
std::optional<WrongEntry> check_by_properties(const Graph& graph, const Row& row) {
    const Order& order = row.order;
    std::vector<double> best(row.d.size(), order.no_path);  // over last arcs k -> j
    best[row.i] = order.empty_path;
    for (std::size_t k = 0; k < best.size(); ++k) {
        if (row.d[k] == order.no_path) continue;
        graph.for_each_arc(k, [&](std::size_t j, double w) {
            best[j] = plus(order.semiring, best[j], order.times(row.d[k], order.weight(w)));
        });
    }
    return row.compare([&](std::size_t j) { return best[j]; },
                       "the best way over a last arc gives");
}

}  // namespace

Verification verify(const Graph& graph, const Matrix& distances, const VerifyOptions& options) {
    const std::size_t n = graph.vertices();
    Verification result;
    result.method = "properties";
    const std::size_t all = options.rows.empty() ? n : options.rows.size();
    result.failure = wrong_shape(graph, distances, all, options.predecessors);
    if (!result.failure.empty()) return result;
    const Order order{options.semiring};
    const bool shortest = order.semiring == Semiring::min_plus;
    const Tolerance tolerance(n, graph.integral(), distances.dtype(), order.semiring);
    const Labels none;
    const Labels& labels = options.labels == nullptr ? none : *options.labels;

    const Range only = options.only.size() == 0 ? Range{0, all} : options.only;
    const std::size_t sources = only.size();
    const auto rows = static_cast<double>(n);
    const auto arcs = static_cast<double>(graph.arcs()) + 1;
    // A step of Dijkstra costs some ten times a relaxation of a plain loop.
    const double johnson_row = 10 * dijkstra_steps(graph);
    const bool johnson = johnson_row * static_cast<double>(sources) <= options.budget;
    const bool may_round = shortest && !graph.integral() && !is_integral(distances.dtype());
    std::size_t count = sources;
    if (!johnson) {
        const double row = may_round ? johnson_row : arcs + rows;
        count = std::clamp<std::size_t>(static_cast<std::size_t>(options.budget / row), 1, sources);
    }
    result.method = johnson ? "johnson" : count == sources ? "properties" : "sampled properties";
    std::unique_ptr<const Potentials> potentials;
    if (shortest) potentials = potentials_to_check(graph, labels, result.failure);
    if (!result.failure.empty()) return result;

    std::size_t first_bad = n;
    const std::stop_token& stop = stop_token();
#pragma omp parallel
    {
        RowProof proof(graph, distances.dtype(), potentials.get(), labels);
#pragma omp for schedule(dynamic, 1)
        for (std::size_t sample = 0; sample < count; ++sample) {
            if (stop.stop_requested()) continue;
            const std::size_t place = only.first + sample * sources / count;
            const std::size_t i = options.rows.empty() ? place : options.rows[place];
            const Row row{order, tolerance, labels, i, row_of(distances, place, order.semiring)};
            auto wrong = shortest  ? johnson ? proof.search(i, row.d) : proof.distances(i, row.d)
                          : johnson ? check_by_dijkstra(graph, row)
                                   : check_by_properties(graph, row);
            if (!wrong && options.predecessors != nullptr) {
                wrong = proof.predecessors(i, row.d, options.predecessors->row<std::int32_t>(i));
            }
            if (!wrong) continue;
#pragma omp critical
            if (i < first_bad) {
                first_bad = i;
                result.failure = std::move(wrong->why);
                result.row = i;
                result.column = wrong->column;
            }
        }
    }
    check_stop();
    result.rows_checked = count;
    result.ok = first_bad == n;
    return result;
}

}  // namespace apsp
