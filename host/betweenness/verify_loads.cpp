// Checks loads against distances, which solve finds without counting a path.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "apsp/betweenness.hpp"
#include "apsp/solve.hpp"
#include "base/parallel_for.hpp"
#include "betweenness/loads.hpp"

namespace apsp {
namespace {

/// What all pairs that count weigh together, and what those from and to each vertex do.
struct Trips {
    std::vector<double> from, to;
    double length = 0;  ///< The sum of weights times distances.
};

Trips trips_of(const Graph& graph, const BetweennessOptions& asked) {
    const std::size_t n = graph.vertices();
    const std::vector<double> source_weights =
        checked_weights(asked.source_weights, n, "source_weights");
    const std::vector<double> target_weights =
        checked_weights(asked.target_weights, n, "target_weights");
    Trips trips = {std::vector<double>(n, 0), std::vector<double>(n, 0)};
    SolveOptions options;
    if (!graph.integral()) options.dtype = Dtype::f64;  // as lengths of paths are compared
    options.keep_distances = false;
    options.take_rows = [&](const RowBatch& batch) {
        struct Own {
            std::vector<double> to;
            double length = 0;
        };
        const auto add_row = [&]<class T>(Own& own, std::size_t source, std::span<const T> row) {
            const double out = source_weights[source];
            double targets = 0, length = 0;
            for (std::size_t v = 0; v < n; ++v) {
                if (v == source || row[v] == infinity<T>()) continue;
                const auto distance = static_cast<double>(row[v]);
                if (distance > asked.cutoff) continue;
                const double in = target_weights[v];
                targets += in;
                length += in * distance;
                own.to[v] += in * out;
            }
            trips.from[source] = out * targets;
            own.length += out * length;
        };
        parallel_with(
            {0, batch.rows.size()}, static_cast<double>(n),
            [&](std::size_t) { return Own{std::vector<double>(n, 0)}; },
            [&](Own& own, std::size_t k) {
                visit(batch.distances.dtype(), [&](auto zero) {
                    using T = decltype(zero);
                    add_row(own, batch.vertices[k], batch.distances.row<T>(batch.rows.first + k));
                });
            },
            [&](const Own& own) {
                trips.length += own.length;
                for (std::size_t v = 0; v < n; ++v) trips.to[v] += own.to[v];
            });
    };
    solve(graph, options);
    return trips;
}

}  // namespace

Verification verify(const Graph& graph, const Betweenness& found, const BetweennessOptions& options,
                    const Labels* labels) {
    if (const auto asked = in_multiples(graph, options)) {
        return verify(asked->graph, found, asked->options, labels);
    }
    const std::size_t n = graph.vertices();
    if (found.vertices.size() != n || found.arcs.size() != graph.arcs() || options.sample != 0) {
        throw Error(ErrorKind::usage,
                    "loads are verified with those of all arcs, and not those of a sample");
    }
    const Trips trips = trips_of(graph, options);
    std::vector<double> in(n, 0), out(n, 0);
    double length = 0, sizes = 0, pairs = 0;
    std::size_t arc = 0;
    for (std::size_t v = 0; v < n; ++v) {
        pairs += trips.from[v];
        graph.for_each_arc(v, [&](std::size_t target, double weight) {
            const double load = found.arcs[arc++];
            out[v] += load;
            in[target] += load;
            length += load * weight;
            sizes += std::abs(load * weight);
        });
    }

    Verification result;
    result.ok = true;
    result.method = "distances";
    result.rows_checked = n;
    const auto expect = [&](double value, double expected, double size, const auto& what) {
        constexpr double kRounding = 1e-8;
        if (std::abs(value - expected) <= kRounding * size || !result.ok) return;
        result.ok = false;
        result.failure = fmt::format("{}: {}, expected {}", what(), value, expected);
    };
    expect(found.pairs, pairs, pairs, [] { return "weight of all pairs"; });
    for (std::size_t v = 0; v < n && result.ok; ++v) {
        const auto of = [&](const char* what) {
            result.row = v;
            return fmt::format("{} {}", what,
                               labels != nullptr ? labels->name(v) : fmt::to_string(v));
        };
        const double inside =
            found.vertices[v] - (options.endpoints ? trips.from[v] + trips.to[v] : 0);
        const double size = in[v] + out[v] + 1e-300;
        expect(in[v], inside + trips.to[v], size,
               [&] { return of("loads of the arcs into vertex"); });
        expect(out[v], inside + trips.from[v], size,
               [&] { return of("loads of the arcs from vertex"); });
    }
    expect(length, trips.length, sizes, [] { return "the length of all paths"; });
    return result;
}

}  // namespace apsp
