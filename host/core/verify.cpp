// Verification by other means than Floyd-Warshall: Johnson's algorithm where it is affordable, else
// the properties that characterise shortest distances.
//
// D. B. Johnson, "Efficient algorithms for shortest paths in sparse networks", JACM 24(1), 1977.
#include "apsp/verify.hpp"

#include <algorithm>
#include <cmath>
#include <queue>

#include "core/bellman_ford.hpp"
#include "core/text.hpp"

namespace apsp {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// A semiring in f64.
struct Order {
    Semiring semiring = Semiring::min_plus;
    double no_path = apsp::zero<double>(semiring);
    double empty_path = apsp::one<double>(semiring);

    double times(double a, double b) const { return apsp::times(semiring, a, b); }
    bool better(double a, double b) const { return a != b && plus(semiring, a, b) == a; }
    double weight(double w) const { return semiring == Semiring::or_and ? 1 : w; }
};

/// How far a computed distance may be from the true one.
class Tolerance {
  public:
    Tolerance(const Graph& graph, const Order& order, Dtype dtype) {
        const double n = static_cast<double>(graph.vertices());
        largest_ = std::max(std::abs(graph.min_weight()), std::abs(graph.max_weight()));
        mixed_signs_ = graph.min_weight() < 0;
        const double unit = dtype == Dtype::f32 ? 0x1p-23 : dtype == Dtype::f64 ? 0x1p-52 : 0;
        // Integers are exact while every partial sum stays below 1 / unit.
        exact_below_ = graph.integral() ? (unit == 0 ? kInfinity : 1 / unit) : 0;
        const bool rounds =
            order.semiring == Semiring::min_plus || order.semiring == Semiring::max_times;
        relative_ = rounds ? unit * n : 0;
        if (order.semiring != Semiring::min_plus) largest_ = 0;
        n_ = n;
    }
    bool equal(double computed, double expected) const {
        if (computed == expected) return true;
        if (std::isinf(computed) || std::isinf(expected)) return false;
        if (std::abs(expected) < exact_below_ && (!mixed_signs_ || largest_ * n_ < exact_below_)) {
            return false;
        }
        // Negative weights cancel, so that the partial sums may be larger than the distance.
        const double scale = mixed_signs_ ? largest_ * n_ : std::abs(expected) + largest_;
        return std::abs(computed - expected) <= relative_ * scale;
    }

  private:
    double n_ = 0;
    double largest_ = 0;
    double exact_below_ = 0;
    double relative_ = 0;
    bool mixed_signs_ = false;
};

/// Row i of the matrix as doubles, the ends of the type's order as those of f64.
std::vector<double> row_of(const Matrix& matrix, const Order& order, std::size_t i) {
    return visit(matrix.dtype(), [&](auto sample) {
        using T = decltype(sample);
        const auto row = matrix.row<T>(i);
        std::vector<double> values(row.size());
        std::ranges::transform(row, values.begin(), [&](T d) {
            if (d == apsp::zero<T>(order.semiring)) return order.no_path;
            if (d == apsp::one<T>(order.semiring)) return order.empty_path;
            return static_cast<double>(d);
        });
        return values;
    });
}

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

std::string mismatch(std::size_t i, std::size_t j, double found, const std::string& expected) {
    return fmt::format("distance {} -> {} is {}, {}", i, j, found, expected);
}

std::string check_diagonal(const Order& order, const std::vector<double>& row, std::size_t i) {
    if (row[i] == order.empty_path) return "";
    return mismatch(i, i, row[i], fmt::format("expected {}", order.empty_path));
}

/// Checks one row against Dijkstra; returns what is wrong with it.
std::string check_row_by_dijkstra(const Graph& graph, const Order& order,
                                  const std::vector<double>& p, bool scan,
                                  const Tolerance& tolerance, const Matrix& distances,
                                  std::size_t i) {
    const std::vector<double> computed = row_of(distances, order, i);
    if (const std::string wrong = check_diagonal(order, computed, i); !wrong.empty()) return wrong;
    const auto expected =
        scan ? dijkstra_scan(graph, order, p, i) : dijkstra_heap(graph, order, p, i);
    for (std::size_t j = 0; j < expected.size(); ++j) {
        const double d = expected[j] - p[i] + p[j];
        if (!tolerance.equal(computed[j], d)) {
            return mismatch(i, j, computed[j], fmt::format("Johnson's algorithm finds {}", d));
        }
    }
    return "";
}

/// Checks one row by zero diagonal, triangle inequality and tightness over every arc.
std::string check_row_by_properties(const Graph& graph, const Order& order,
                                    const Tolerance& tolerance, const Matrix& distances,
                                    std::size_t i) {
    const std::vector<double> d = row_of(distances, order, i);
    if (const std::string wrong = check_diagonal(order, d, i); !wrong.empty()) return wrong;
    std::vector<double> best(d.size(), order.no_path);  // over last arcs k -> j
    best[i] = order.empty_path;
    for (std::size_t k = 0; k < d.size(); ++k) {
        if (d[k] == order.no_path) continue;
        graph.for_each_arc(k, [&](std::size_t j, double w) {
            best[j] = plus(order.semiring, best[j], order.times(d[k], order.weight(w)));
        });
    }
    for (std::size_t j = 0; j < d.size(); ++j) {
        if (!tolerance.equal(d[j], best[j])) {
            return mismatch(i, j, d[j],
                            fmt::format("the best way over a last arc gives {}", best[j]));
        }
    }
    return "";
}

}  // namespace

Verification verify(const Graph& graph, const Matrix& distances, const VerifyOptions& options) {
    const std::size_t n = graph.vertices();
    if (distances.n() != n) {
        return {false, "properties", 0,
                fmt::format("the graph has {} vertices, the distances {}", n, distances.n())};
    }
    const Order order{options.semiring};
    const Tolerance tolerance(graph, order, distances.dtype());
    const auto rows = static_cast<double>(n);
    const auto arcs = static_cast<double>(graph.arcs()) + 1;
    const bool scan = arcs * std::log2(rows + 1) > rows * rows;
    // A step of Dijkstra costs some ten times a relaxation of a plain loop.
    const double johnson_row = 10 * (scan ? rows * rows + arcs : arcs * std::log2(rows + 1));

    Verification result;
    std::size_t count = n;
    std::vector<double> potentials;
    if (johnson_row * rows <= options.budget) {
        result.method = "johnson";
        BellmanFord reweighted;
        reweighted.potentials.assign(n, 0);
        if (order.semiring == Semiring::min_plus) reweighted = bellman_ford(graph);
        if (!reweighted.negative_cycle.empty()) {
            result.failure = fmt::format("the graph has a negative cycle through vertex {}",
                                         reweighted.negative_cycle.front());
            return result;
        }
        potentials = std::move(reweighted.potentials);
    } else {
        const auto affordable = static_cast<std::size_t>(options.budget / (arcs + rows));
        count = std::clamp<std::size_t>(affordable, 1, n);
        result.method = count == n ? "properties" : "sampled properties";
    }

    std::size_t first_bad = n;
#pragma omp parallel for schedule(dynamic, 1)
    for (std::size_t sample = 0; sample < count; ++sample) {
        const std::size_t i = sample * n / count;
        const std::string failure =
            potentials.empty()
                ? check_row_by_properties(graph, order, tolerance, distances, i)
                : check_row_by_dijkstra(graph, order, potentials, scan, tolerance, distances, i);
        if (failure.empty()) continue;
#pragma omp critical
        if (i < first_bad) {
            first_bad = i;
            result.failure = failure;
        }
    }
    result.rows_checked = count;
    result.ok = first_bad == n;
    return result;
}

}  // namespace apsp
