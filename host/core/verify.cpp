// Verification by other means than Floyd-Warshall: Johnson's algorithm where it is affordable, else
// the properties that prove distances to be shortest (row_proof.hpp), or over other semirings those
// that characterise the best paths.
//
// D. B. Johnson, "Efficient algorithms for shortest paths in sparse networks", JACM 24(1), 1977.
#include "apsp/verify.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <queue>

#include "core/bellman_ford.hpp"
#include "core/row_proof.hpp"
#include "core/text.hpp"
#include "core/tolerance.hpp"

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

double cost(const Order& order, const std::vector<double>& p, std::size_t i, std::size_t j,
            double w) {
    if (order.semiring != Semiring::min_plus) return order.weight(w);
    return std::max(0.0, w + p[i] - p[j]);  // below 0 only by rounding
}

/// Dijkstra with a binary heap: O(m log n).
std::vector<double> dijkstra_heap(const Graph& graph, const Order& order,
                                  const std::vector<double>& p, std::size_t source) {
    using Entry = std::pair<double, std::size_t>;
    const auto worse = [&](const Entry& a, const Entry& b) {
        return order.better(b.first, a.first);
    };
    std::vector<double> d(graph.vertices(), order.no_path);
    std::priority_queue<Entry, std::vector<Entry>, decltype(worse)> heap(worse);
    heap.push({d[source] = order.empty_path, source});
    while (!heap.empty()) {
        const auto [reached, i] = heap.top();
        heap.pop();
        if (order.better(d[i], reached)) continue;
        graph.for_each_arc(i, [&](std::size_t j, double w) {
            const double candidate = order.times(reached, cost(order, p, i, j, w));
            if (order.better(candidate, d[j])) heap.push({d[j] = candidate, j});
        });
    }
    return d;
}

/// Dijkstra that scans for the nearest vertex: O(n^2 + m), better on dense graphs.
std::vector<double> dijkstra_scan(const Graph& graph, const Order& order,
                                  const std::vector<double>& p, std::size_t source) {
    const std::size_t n = graph.vertices();
    std::vector<double> d(n, order.no_path);
    std::vector<double> open(n, order.no_path);  // d of the vertices not yet settled
    d[source] = open[source] = order.empty_path;
    for (std::size_t round = 0; round < n; ++round) {
        std::size_t i = 0;
        for (std::size_t j = 1; j < n; ++j) {
            if (order.better(open[j], open[i])) i = j;
        }
        if (open[i] == order.no_path) break;
        open[i] = order.no_path;
        graph.for_each_arc(i, [&](std::size_t j, double w) {
            const double candidate = order.times(d[i], cost(order, p, i, j, w));
            if (order.better(candidate, d[j])) d[j] = open[j] = candidate;
        });
    }
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

std::optional<WrongEntry> check_by_dijkstra(const Graph& graph, const std::vector<double>& p,
                                            bool scan, const Row& row) {
    const auto found = scan ? dijkstra_scan(graph, row.order, p, row.i)
                            : dijkstra_heap(graph, row.order, p, row.i);
    return row.compare([&](std::size_t j) { return found[j] - p[row.i] + p[j]; },
                       "Johnson's algorithm finds");
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
    Verification mismatch;
    mismatch.method = "properties";
    mismatch.failure = wrong_shape(graph, distances, options.predecessors);
    if (!mismatch.failure.empty()) return mismatch;
    const Order order{options.semiring};
    const Tolerance tolerance(graph, distances.dtype(), order.semiring);
    const auto rows = static_cast<double>(n);
    const auto arcs = static_cast<double>(graph.arcs()) + 1;
    const bool scan = arcs * std::log2(rows + 1) > rows * rows;
    // A step of Dijkstra costs some ten times a relaxation of a plain loop.
    const double johnson_row = 10 * (scan ? rows * rows + arcs : arcs * std::log2(rows + 1));

    const Labels none;
    const Labels& labels = options.labels == nullptr ? none : *options.labels;
    Verification result;
    const std::size_t sources = options.rows.empty() ? n : options.rows.size();
    std::size_t count = sources;
    std::vector<double> potentials;
    if (johnson_row * static_cast<double>(sources) <= options.budget) {
        result.method = "johnson";
        BellmanFord reweighted;
        reweighted.potentials.assign(n, 0);
        if (order.semiring == Semiring::min_plus) reweighted = bellman_ford(graph);
        if (!reweighted.negative_cycle.empty()) {
            result.failure = fmt::format("the graph has a negative cycle through vertex {}",
                                         labels.name(reweighted.negative_cycle.front()));
            return result;
        }
        potentials = std::move(reweighted.potentials);
    } else {
        const auto affordable = static_cast<std::size_t>(options.budget / (arcs + rows));
        count = std::clamp<std::size_t>(affordable, 1, sources);
        result.method = count == sources ? "properties" : "sampled properties";
    }

    std::size_t first_bad = n;
#pragma omp parallel for schedule(dynamic, 1)
    for (std::size_t sample = 0; sample < count; ++sample) {
        const std::size_t place = sample * sources / count;
        const std::size_t i = options.rows.empty() ? place : options.rows[place];
        const Row row{order, tolerance, labels, i, row_of(distances, i, order.semiring)};
        auto wrong = !potentials.empty() ? check_by_dijkstra(graph, potentials, scan, row)
                     : order.semiring == Semiring::min_plus
                         ? RowProof(graph, tolerance, &labels).distances(i, row.d)
                         : check_by_properties(graph, row);
        if (!wrong && options.predecessors != nullptr) {
            wrong = RowProof(graph, tolerance, &labels)
                        .predecessors(i, row.d, options.predecessors->row<std::int32_t>(i));
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
    result.rows_checked = count;
    result.ok = first_bad == n;
    return result;
}

}  // namespace apsp
