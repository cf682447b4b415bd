// A solve from graph to distances: matrix, engine, upload, schedule, check, download.
#include "apsp/solve.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "algorithms/algorithms.hpp"
#include "backends/backend.hpp"
#include "core/mend_paths.hpp"
#include "core/negative_cycle.hpp"
#include "core/plan.hpp"
#include "core/stopwatch.hpp"
#include "core/text.hpp"
#include "core/tuning.hpp"

namespace apsp {
namespace {

/// The variant to run: what the options name, or else the device's default.
std::string choose_variant(const Device& device, const SolveOptions& options) {
    const auto known = variants(device, options.algorithm);
    if (known.empty()) {
        throw Error(ErrorKind::usage, fmt::format("{} does not have the algorithm {}",
                                                  device.backend, name(options.algorithm)));
    }
    if (options.variant.empty()) return std::string(known.front());
    const auto ladder = ladder_variants(device, options.algorithm);
    for (const auto& list : {known, ladder}) {
        if (std::ranges::find(list, options.variant) != list.end()) return options.variant;
    }
    throw Error(ErrorKind::usage,
                fmt::format("device {} has no variant \"{}\" of {}; it has: {}{}{}", device.index,
                            options.variant, name(options.algorithm), fmt::join(known, ", "),
                            ladder.empty() ? "" : "; of the ladder: ", fmt::join(ladder, ", ")));
}

/// Whether to do half the work.
bool choose_symmetric(const Graph& graph, const Device& device, const SolveOptions& options) {
    const bool possible =
        options.algorithm != Algorithm::fw && options.semiring != Semiring::or_and;
    const bool insists = options.symmetric.value_or(false);
    if (insists && !possible) {
        throw Error(ErrorKind::usage,
                    fmt::format("symmetric: {} over {} has no form with half the work",
                                name(options.algorithm), name(options.semiring)));
    }
    // Below, the launches for mirroring take what the smaller products save: on an H200, 1.25 ms
    // for half the work at n = 2048 and 0.88 for all, 3.7 and 5.3 at 4096.
    const std::size_t worth_it = device.kind == DeviceKind::gpu ? 2049 : 1024;
    if (!possible || !options.symmetric.value_or(graph.vertices() >= worth_it)) return false;
    const bool symmetric = graph.symmetric();
    if (insists && !symmetric) {
        throw Error(ErrorKind::bad_input,
                    graph.origin() + ": not symmetric: an arc has no reverse of the same weight");
    }
    return symmetric;
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

/// Predecessors by what the distances say of the arcs; the device still holds the distances.
Paths find_paths(const Graph& graph, const Matrix& distances, Engine& engine) {
    const TightArcs arcs = find_tight_arcs(graph, distances);
    Matrix predecessors(distances.n(), Dtype::i32);
    engine.predecessors(arcs, predecessors);
    if (arcs.circles) mend_paths(distances, arcs, predecessors);
    return Paths(std::move(predecessors));
}

}  // namespace

std::vector<std::string_view> variants(const Device& device, Algorithm algorithm) {
    return backend(device.backend).variants(device, algorithm);
}

std::vector<std::string_view> ladder_variants(const Device& device, Algorithm algorithm) {
    return backend(device.backend).ladder_variants(algorithm);
}

Solution solve(Graph graph, const Device& device, const SolveOptions& options) {
    if (options.paths && options.semiring != Semiring::min_plus) {
        throw Error(ErrorKind::usage,
                    fmt::format("paths: predecessors are found over {} only, not over {}",
                                name(Semiring::min_plus), name(options.semiring)));
    }
    Solution solution;
    solution.variant = choose_variant(device, options);
    const std::size_t n = graph.vertices();
    const DtypeChoice choice = choose_dtype(graph, options.semiring, options.dtype);
    const Dtype dtype = choice.dtype;
    solution.dtype_reason = choice.reason;
    check_plan(plan(n, dtype), device);
    solution.symmetric = choose_symmetric(graph, device, options);
    const bool shortest = options.semiring == Semiring::min_plus;
    const bool negative_weights = shortest && graph.min_weight() < 0;

    Stopwatch watch;
    EngineOptions engine_options;
    engine_options.n = n;
    engine_options.dtype = dtype;
    engine_options.semiring = options.semiring;
    engine_options.algorithm = options.algorithm;
    engine_options.variant = solution.variant;
    engine_options.symmetric = solution.symmetric;
    engine_options.non_negative = graph.min_weight() >= 0;
    engine_options.paths = options.paths;
    engine_options.tile = options.tile;
    engine_options.block = options.block;
    if (options.use_tuning) {
        TunedSettings tuned = tuned_settings(device, engine_options);
        engine_options.settings = std::move(tuned.settings);
        solution.tuned = !engine_options.settings.empty();
        solution.warnings = std::move(tuned.warnings);
    }
    const auto engine = backend(device.backend).open(device, engine_options);
    if (const auto blocks = engine->blocks(); !blocks.empty()) {
        solution.tile = engine->tile();
        solution.block = blocks.front();
    }
    // Bellman-Ford looks for negative cycles first. Only a dense graph on a device with memory of
    // its own is solved first: rounds over all its arcs could take longer than the solve, and the
    // host still has them afterwards.
    const bool look_afterwards = graph.dense() && !engine->in_place();
    if (negative_weights && !look_afterwards) check_negative_cycle(graph);
    const std::string origin = graph.origin();
    solution.distances = options.paths ? graph.to_matrix(dtype, options.semiring)
                                       : std::move(graph).to_matrix(dtype, options.semiring);
    solution.seconds.build = watch.lap();

    engine->upload(solution.distances);
    engine->finish();
    solution.seconds.upload = watch.lap();

    run(engine_options, *engine, options.progress);
    engine->finish();
    solution.seconds.compute = engine->compute_seconds();

    const bool negative_diagonal = negative_weights && engine->negative_diagonal() < n;
    // Roundings of real weights around a cycle of length 0 can turn a diagonal negative, too.
    if (negative_diagonal && look_afterwards) {
        Graph original = Graph::from_matrix(std::move(solution.distances), origin);
        check_negative_cycle(original);
        solution.distances = std::move(original).to_matrix(dtype);
    }
    watch.lap();
    engine->download();
    solution.seconds.download = watch.lap();
    if (negative_weights) restore_infinity(solution.distances);
    if (negative_diagonal) clear_diagonal(solution.distances);
    if (options.paths) {
        watch.lap();
        solution.paths = find_paths(graph, solution.distances, *engine);
        solution.seconds.paths = watch.lap();
    }
    return solution;
}

}  // namespace apsp
