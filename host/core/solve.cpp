// A solve from graph to distances: matrix, engine, upload, schedule, check, download.
#include "apsp/solve.hpp"

#include <algorithm>

#include "algorithms/algorithms.hpp"
#include "backends/backend.hpp"
#include "core/bellman_ford.hpp"
#include "core/plan.hpp"
#include "core/stopwatch.hpp"
#include "core/text.hpp"

namespace apsp {
namespace {

void check_variant(const Backend& backend, const SolveOptions& options) {
    const auto variants = backend.variants(options.algorithm);
    if (variants.empty()) {
        throw Error(ErrorKind::usage, fmt::format("{} does not have the algorithm {}",
                                                  backend.name(), name(options.algorithm)));
    }
    if (options.variant.empty() || std::ranges::find(variants, options.variant) != variants.end()) {
        return;
    }
    std::string known;
    for (std::string_view variant : variants) known += fmt::format(" {}", variant);
    throw Error(ErrorKind::usage,
                fmt::format("{} has no variant \"{}\" of {}; it has:{}", backend.name(),
                            options.variant, name(options.algorithm), known));
}

/// Throws when the graph has a negative cycle. Returns when it has none: a diagonal can also turn
/// negative by the roundings of real weights around a cycle of length 0.
void check_negative_cycle(const Graph& graph) {
    const auto cycle = bellman_ford(graph).negative_cycle;
    if (cycle.empty()) return;
    throw NegativeCycle(cycle.front(),
                        fmt::format("{}: negative cycle of {} arcs through vertex {} (counted from "
                                    "0); shortest paths do not exist",
                                    graph.origin(), cycle.size(), cycle.front()));
}

/// Integer sentinels drift when negative weights are added to them; puts them back.
void restore_infinity(Matrix& distances) {
    visit(distances.dtype(), [&](auto zero) {
        using T = decltype(zero);
        if constexpr (std::is_integral_v<T>) {
#pragma omp parallel for schedule(static)
            for (std::size_t i = 0; i < distances.n(); ++i) {
                for (T& d : distances.row<T>(i)) d = d > infinity<T>() / 2 ? infinity<T>() : d;
            }
        }
    });
}

void clear_diagonal(Matrix& distances) {
    visit(distances.dtype(), [&](auto zero) {
        for (std::size_t i = 0; i < distances.n(); ++i) distances.row<decltype(zero)>(i)[i] = zero;
    });
}

}  // namespace

Solution solve(Graph graph, const Device& device, const SolveOptions& options) {
    const Backend& chosen = backend(device.backend);
    check_variant(chosen, options);
    const std::size_t n = graph.vertices();
    check_plan(plan(n, options.dtype), device);
    const bool negative_weights = graph.min_weight() < 0;
    const bool dense = graph.dense();

    Solution solution;
    Stopwatch watch;
    EngineOptions engine_options;
    engine_options.n = n;
    engine_options.dtype = options.dtype;
    engine_options.algorithm = options.algorithm;
    engine_options.variant = options.variant;
    const auto engine = chosen.open(device, engine_options);
    solution.variant = engine->variant();
    solution.tile = engine->tile();
    // A dense graph's weights are gone once a device works in the host's memory.
    if (negative_weights && dense && engine->in_place()) check_negative_cycle(graph);
    solution.distances = std::move(graph).to_matrix(options.dtype);
    solution.seconds.build = watch.lap();

    engine->upload(solution.distances);
    engine->finish();
    solution.seconds.upload = watch.lap();

    run(options.algorithm, *engine, n, options.progress);
    engine->finish();
    solution.seconds.compute = engine->compute_seconds();

    const bool negative_diagonal = negative_weights && engine->negative_diagonal() < n;
    if (negative_diagonal && !dense) check_negative_cycle(graph);
    if (negative_diagonal && dense && !engine->in_place()) {
        Graph original = Graph::from_matrix(std::move(solution.distances), graph.origin());
        check_negative_cycle(original);
        solution.distances = std::move(original).to_matrix(options.dtype);
    }
    watch.lap();
    engine->download();
    solution.seconds.download = watch.lap();
    if (negative_weights) restore_infinity(solution.distances);
    if (negative_diagonal) clear_diagonal(solution.distances);
    return solution;
}

}  // namespace apsp
