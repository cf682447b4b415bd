// A solve from graph to distances: matrix, engine, upload, schedule, check, download.
#include "apsp/solve.hpp"

#include <optional>
#include <thread>

#include "algorithms/algorithms.hpp"
#include "backends/backend.hpp"
#include "core/mend_paths.hpp"
#include "core/negative_cycle.hpp"
#include "core/negative_weights.hpp"
#include "core/plan.hpp"
#include "core/solve_parts.hpp"
#include "core/statistics.hpp"
#include "core/stopwatch.hpp"
#include "core/text.hpp"

namespace apsp {
namespace {

double no_path_from(Dtype dtype, bool negative_weights) {
    return visit(dtype, [&](auto zero) {
        using T = decltype(zero);
        return static_cast<double>(negative_weights ? drifted_infinity<T>() : infinity<T>());
    });
}

/// Touches a matrix's pages, which costs as much as copying to it, while the device computes.
std::jthread touch(Matrix& matrix) {
    return std::jthread([&matrix](const std::stop_token& stop) {
        constexpr std::size_t kPage = 4096;
        auto* const bytes = static_cast<unsigned char*>(matrix.data());
        for (std::size_t at = 0; at < matrix.bytes() && !stop.stop_requested(); at += kPage) {
            bytes[at] = 0;
        }
    });
}

/// Predecessors by what the distances say of the arcs; the device still holds the distances, and
/// the weights if it keeps them. Then the graph's are needed for mending only.
void find_paths(const Graph& graph, const Matrix& distances, bool weights_kept, Engine& engine,
                Matrix& predecessors) {
    std::optional<TightArcs> arcs;
    const auto mend = [&](const TightRule& rule, bool circles) {
        const auto rows = rows_to_mend(distances, rule, circles, predecessors);
        if (rows.empty()) return;
        if (!arcs) arcs = find_tight_arcs(graph, distances);
        mend_paths(distances, *arcs, rows, predecessors);
    };
    if (weights_kept) {
        const TightRule rule = tight_rule(graph, distances);
        mend(rule, engine.find_predecessors(rule, predecessors));
    } else {
        arcs = find_tight_arcs(graph, distances);
        engine.predecessors(*arcs, predecessors);
        mend(*arcs, arcs->circles);
    }
}

/// The same by the host's own engine, where no other has all of the distances.
void find_paths(const Graph& graph, Matrix& distances, Matrix& predecessors) {
    EngineOptions options;
    options.n = distances.n();
    options.dtype = distances.dtype();
    options.algorithm = Algorithm::kleene;
    options.paths = true;
    const auto engine = backend("cpu").open({}, options);
    engine->upload(distances);
    find_paths(graph, distances, false, *engine, predecessors);
}

void check_options(const std::vector<Device>& devices, const SolveOptions& options) {
    if (devices.empty()) throw Error(ErrorKind::usage, "no device to solve on");
    if (devices.size() > 1 && !options.workspace.empty()) {
        throw Error(ErrorKind::usage, "a workspace is for one device");
    }
    if (options.paths && options.semiring != Semiring::min_plus) {
        throw Error(ErrorKind::usage,
                    fmt::format("paths: predecessors are found over {} only, not over {}",
                                name(Semiring::min_plus), name(options.semiring)));
    }
    if (options.statistics && options.semiring != Semiring::min_plus) {
        throw Error(ErrorKind::usage,
                    fmt::format("statistics are of distances, over min-plus; this is {}",
                                name(options.semiring)));
    }
}

}  // namespace

std::vector<std::string_view> variants(const Device& device, Algorithm algorithm) {
    return backend(device.backend).variants(device, algorithm);
}

std::vector<std::string_view> ladder_variants(const Device& device, Algorithm algorithm) {
    return backend(device.backend).ladder_variants(algorithm);
}

Solution solve(Graph graph, const Device& device, const SolveOptions& options) {
    return solve(std::move(graph), std::vector<Device>{device}, options);
}

Solution solve(Graph graph, const std::vector<Device>& asked, const SolveOptions& options) {
    check_options(asked, options);
    Solution solution;
    const std::size_t n = graph.vertices();
    const bool negative_weights = options.semiring == Semiring::min_plus && graph.min_weight() < 0;
    Stopwatch watch;
    const std::vector<Device> devices = limited(asked, options);
    SolvePlan plan = plan_solve(graph, devices.front(), options);
    solution.seconds.plan = watch.lap();
    plan_engine(plan, devices, options);
    const EngineOptions& engine_options = plan.engine;
    const Dtype dtype = plan.matrix.dtype;
    const bool whole = plan.layout == Layout::whole;
    solution.variant = engine_options.variant;
    solution.dtype_reason = plan.dtype_reason;
    solution.symmetric = engine_options.symmetric;
    solution.tuned = plan.tuned;
    solution.streamed = plan.layout == Layout::streamed;
    solution.warnings = plan.warnings;
    if (!plan.memory.blocks.empty()) {
        solution.tile = plan.memory.tile;
        solution.block = whole ? plan.memory.blocks.front() : plan.block;
    }

    const Device& device = devices.front();
    std::unique_ptr<Engine> engine;
    if (whole) engine = backend(device.backend).open(device, engine_options);
    // Bellman-Ford looks for negative cycles first. Only a dense graph on a device with memory of
    // its own is solved first: rounds over all its arcs could take longer than the solve, and the
    // host still has them afterwards.
    const bool look_afterwards = graph.dense() && whole && !engine->in_place();
    if (negative_weights && !look_afterwards) check_negative_cycle(graph);
    const std::string origin = graph.origin();
    const bool keep_graph =
        options.paths && !(engine_options.keep_weights && always_trees(graph, dtype));
    if (options.workspace.empty()) {
        solution.distances = keep_graph ? graph.to_matrix(dtype, options.semiring)
                                        : std::move(graph).to_matrix(dtype, options.semiring);
    }
    Matrix predecessors = options.paths ? Matrix(n, Dtype::i32) : Matrix();
    solution.seconds.build = watch.lap();

    bool negative_diagonal = false;
    if (plan.layout == Layout::shares) {
        close_in_shares(plan, solution.distances, options, solution);
        negative_diagonal = negative_weights && has_negative_diagonal(solution.distances, {0, n});
    } else if (plan.layout == Layout::streamed) {
        if (options.workspace.empty()) {
            close_streamed(plan, solution.distances, options, solution);
        } else {
            solution.distances = close_in_workspace(plan, graph, options, solution);
        }
        negative_diagonal = negative_weights && has_negative_diagonal(solution.distances, {0, n});
    } else {
        engine->upload(solution.distances);
        engine->finish();
        solution.seconds.upload = watch.lap();
        {
            std::jthread touching;
            if (options.paths && !engine->in_place()) touching = touch(predecessors);
            run(engine_options, *engine, options.progress);
            engine->finish();
        }
        solution.seconds.compute = engine->compute_seconds();
        negative_diagonal = negative_weights && engine->negative_diagonal() < n;
    }
    // Roundings of real weights around a cycle of length 0 can turn a diagonal negative, too.
    if (negative_diagonal && look_afterwards) {
        Graph original = Graph::from_matrix(std::move(solution.distances), origin);
        check_negative_cycle(original);
        solution.distances = std::move(original).to_matrix(dtype);
    }
    watch.lap();
    std::vector<RowReduction> rows;
    if (whole) {
        if (options.statistics) rows = engine->reduce_rows(no_path_from(dtype, negative_weights));
        solution.seconds.statistics = watch.lap();
        engine->download();
        solution.seconds.download = watch.lap();
    }
    if (negative_weights) restore_infinity(solution.distances, {0, n});
    if (negative_diagonal) clear_diagonal(solution.distances, {0, n});
    if (options.paths) {
        watch.lap();
        if (whole) {
            find_paths(graph, solution.distances, engine_options.keep_weights, *engine,
                       predecessors);
        } else {
            find_paths(graph, solution.distances, predecessors);
        }
        solution.paths = Paths(std::move(predecessors));
        solution.seconds.paths = watch.lap();
    }
    if (options.statistics) {
        watch.lap();
        solution.statistics = rows.empty() ? statistics(solution.distances)
                                           : make_statistics(rows, solution.distances);
        solution.seconds.statistics += watch.lap();
    }
    return solution;
}

}  // namespace apsp
