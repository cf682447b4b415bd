// The decisions of a solve: variant, type, half the work or all, configuration; and its memory.
#include <fmt/ranges.h>

#include <algorithm>

#include "backends/backend.hpp"
#include "backends/limits.hpp"
#include "base/text.hpp"
#include "solve/plan.hpp"
#include "solve/plan_parts.hpp"
#include "solve/restoration.hpp"
#include "solve/tuning.hpp"

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

/// What the device's memory has to hold.
std::uint64_t bytes_on(const Device& device, const SolvePlan& plan) {
    return plan.memory.device_bytes() + (device.shares_host_memory ? plan.matrix.matrix_bytes : 0);
}

/// The memory of the engine, and of what the host does about paths.
EnginePlan plan_memory(const SolvePlan& plan, const Device& device) {
    const EngineOptions& engine = plan.engine;
    EnginePlan memory = backend(device.backend).plan(device, engine);
    if (!engine.paths) return memory;
    const std::uint64_t cells = std::uint64_t{plan.matrix.ld} * plan.matrix.ld;
    memory.buffers.push_back(
        {"predecessors", cells * sizeof(std::int32_t), device.shares_host_memory});
    if (!memory.keeps_weights) {
        const std::uint64_t arc_bytes = sizeof(std::uint32_t) + size_of(engine.dtype);
        memory.buffers.push_back(
            {"tight arcs, at most", cells / 8 + engine.arcs * arc_bytes, false});
    }
    return memory;
}

/// The matrix fits, as `check_plan` found; with what is beside it, all of it must.
void check_memory(const SolvePlan& plan, const Device& device) {
    const std::uint64_t total = bytes_on(device, plan);
    if (device.memory == 0 || total <= device.memory) return;
    throw Error(ErrorKind::out_of_memory,
                fmt::format("n = {} as {} needs {} with the operands beside the matrix; device {} "
                            "({}) has {}; try a smaller SolveOptions::block, or another device",
                            plan.matrix.n, name(plan.matrix.dtype), format_bytes(total),
                            device.index, device.name, format_bytes(device.memory)));
}

/// Configuration and memory of a matrix in one piece.
void plan_whole(SolvePlan& plan, const Device& device, const SolveOptions& options) {
    check_plan(plan.matrix, device);
    plan.configuration = backend(device.backend).settings(device, plan.engine);
    plan.memory = plan_memory(plan, device);
    if (plan.memory.keeps_weights && device.memory != 0 && bytes_on(device, plan) > device.memory) {
        plan.engine.keep_weights = false;  // the host has the graph
        plan.memory = plan_memory(plan, device);
    }
    plan.engine.keep_weights = plan.memory.keeps_weights;
    check_memory(plan, device);
    plan.host_bytes = host_bytes(plan.matrix, device.shares_host_memory, options);
    if (plan.new_matrix) check_host_memory(plan.matrix, plan.host_bytes);
}

}  // namespace

SolvePlan plan_solve(const Graph& graph, const Device& device, const SolveOptions& options) {
    SolvePlan plan;
    EngineOptions& engine = plan.engine;
    engine.variant = choose_variant(device, options);
    const DtypeChoice choice = choose_dtype(graph, options.semiring, options.dtype);
    plan.dtype_reason = choice.reason;
    plan.losses = choice.losses;
    if (graph.potentials()) plan.potentials_spread = graph.potentials()->spread();
    plan.matrix = apsp::plan(graph.vertices(), choice.dtype);
    plan.new_matrix = !graph.owns_matrix() || graph.matrix()->dtype() != choice.dtype ||
                      Restoration::needs_weights(graph, choice.dtype);
    engine.n = graph.vertices();
    engine.dtype = choice.dtype;
    engine.semiring = options.semiring;
    engine.algorithm = options.algorithm;
    engine.symmetric = choose_symmetric(graph, device, options);
    engine.non_negative = graph.min_cost() >= 0;
    engine.paths = options.paths;
    engine.keep_weights = options.paths;
    engine.arcs = graph.arcs();
    engine.tile = options.tile;
    engine.block = options.block;
    if (options.use_tuning) {
        TunedSettings tuned = tuned_settings(device, engine);
        engine.settings = std::move(tuned.settings);
        plan.tuned = !engine.settings.empty();
        plan.warnings = std::move(tuned.warnings);
    }
    return plan;
}

void plan_engine(SolvePlan& plan, const std::vector<Device>& devices, const SolveOptions& options) {
    const Device& device = devices.front();
    for (const Device& each : devices) check_dtype(plan.matrix.dtype, each);
    if (devices.size() > 1) return plan_shares(plan, devices, options);
    if (!options.workspace.empty()) return plan_streamed(plan, device, options);
    try {
        plan_whole(plan, device, options);
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::out_of_memory || !can_be_parted(plan, device, options))
            throw;
        try {
            plan_shares(plan, devices, options);
        } catch (const Error& still) {
            // Nothing is gained by bringing parts of the host's memory through itself.
            const bool same_memory = device.shares_host_memory && options.memory_limit == 0;
            if (still.kind() != ErrorKind::out_of_memory) throw;
            if (same_memory) throw error;
            plan_streamed(plan, device, options);
        }
    }
}

Expectation expected_time(const SolvePlan& plan, const Device& device) {
    const EngineOptions& engine = plan.engine;
    const auto n = static_cast<double>(engine.n);
    const double work = n * n * n * (engine.symmetric ? 0.5 : 1);
    if (engine.algorithm != Algorithm::fw) {
        if (const auto entry = tuned_entry(device, engine)) {
            const double rate = plan.tuned ? entry->rate : entry->default_rate;
            return {work / rate, fmt::format("{:.2f} G/s, which tuning measured at n = {}",
                                             rate * 1e-9, entry->n)};
        }
    }
    const Limit limit = nominal_limit(device, engine.dtype, engine.semiring);
    if (limit.rate > 0) {
        return {work / limit.rate,
                fmt::format("the nominal limit of {:.2f} T/s, which no solve reaches "
                            "(tuning measures it)",
                            limit.rate * 1e-12)};
    }
    return {0, engine.algorithm == Algorithm::fw
                   ? "not known: nothing has measured fw on this device"
                   : "not known: tuning has not measured such a solve on this device"};
}

}  // namespace apsp
