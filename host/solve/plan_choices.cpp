// The decisions of a solve that do not depend on memory: algorithm, variant, type, half the work or
// all, and settings of kernels.
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "backends/backend.hpp"
#include "backends/exponents.hpp"
#include "base/libraries.hpp"
#include "graph/components.hpp"
#include "graph/vertex_error.hpp"
#include "negative/negative_cycle.hpp"
#include "negative/restoration.hpp"
#include "solve/estimate.hpp"
#include "solve/find_paths.hpp"
#include "solve/plan_parts.hpp"
#include "solve/tuning.hpp"
#include "statistics/statistics.hpp"

namespace apsp {
namespace {

[[noreturn]] void refuse_asymmetric(const Graph& graph) {
    std::vector<std::size_t> arc;
    std::string weights;
    for (std::size_t i = 0; i < graph.vertices() && arc.empty(); ++i) {
        graph.for_each_arc(i, [&](std::size_t j, double weight) {
            const double back = graph.weight(j, i);
            if (back == weight || !arc.empty()) return;
            arc = {i, j};
            weights = fmt::format(" has weight {:.10g}, and its reverse {}", weight,
                                  std::isinf(back) ? "is missing" : fmt::format("{:.10g}", back));
        });
    }
    throw VertexError(ErrorKind::bad_input, graph.origin() + ": not symmetric: arc", arc,
                      weights +
                          "; ReadOptions::undirected makes each arc lead both ways, and "
                          "without SolveOptions::symmetric the graph is solved as it is");
}

/// Whether to do half the work.
bool choose_symmetric(const Graph& graph, const Device& device, const SolveOptions& options) {
    const bool possible = options.algorithm != Algorithm::fw &&
                          options.algorithm != Algorithm::search &&
                          options.semiring != Semiring::or_and;
    const bool insists = options.symmetric.value_or(false);
    if (insists && !possible) {
        throw Error(ErrorKind::usage,
                    fmt::format("symmetric: half the work is not possible with {} over {}",
                                name(options.algorithm), name(options.semiring)));
    }
    // For smaller graphs, mirroring takes the time that the smaller products save: on an H200, half
    // the work takes 1.25 ms at n = 2048 and all of it 0.88; at 4096, 3.7 and 5.3.
    const std::size_t worth_it = device.kind == DeviceKind::gpu ? 2049 : 1024;
    if (!possible || !options.symmetric.value_or(graph.vertices() >= worth_it)) return false;
    const bool symmetric = graph.symmetric();
    if (insists && !symmetric) refuse_asymmetric(graph);
    return symmetric;
}

/// Decides whether products are taken on tensor cores.
void choose_products(SolvePlan& plan, DistanceBounds& bounds) {
    const Graph& graph = bounds.graph();
    const SolveOptions& options = plan.options;
    const Device& device = plan.device;
    const EngineOptions& engine = plan.engine;
    const bool insists = options.variant == kTensorVariant;
    if (!insists && (!options.variant.empty() ||
                     graph.vertices() < backend(device).least_for_exponents(device))) {
        return;
    }
    const bool blocked =
        engine.algorithm == Algorithm::kleene || engine.algorithm == Algorithm::rkleene;
    const bool fits = blocked && engine.dtype == Dtype::u8 && engine.semiring == Semiring::min_plus;
    std::span<const Exponents> exponents;
    if (fits) exponents = backend(device).exponents(device);
    if (exponents.empty()) {
        if (!insists) return;
        throw Error(ErrorKind::usage,
                    fmt::format("variant tensor: it is for distances over min-plus in u8; this is "
                                "{} over {}",
                                name(plan.engine.dtype), name(plan.engine.semiring)));
    }
    const Exponents& widest = exponents.back();
    const auto most = static_cast<double>(widest.limit);
    const DistanceBound bound = bounds.get(most);
    if (const Exponents* const proven = exponents_for(exponents, bound.value)) {
        plan.engine.terms = proven->terms;
        return;
    }
    if (bounds.some_cost(most) <= most) plan.pairs_to_tell = reachable_pairs(graph);
    if (plan.pairs_to_tell) {
        plan.engine.terms = widest.terms;
        return;
    }
    if (!insists) return;
    throw Error(ErrorKind::bad_input,
                fmt::format("{}: variant tensor is not safe: {}; it holds distances up to {}; use "
                            "SolveOptions::variant {}",
                            graph.origin(), bound.reason, most, engine.variant));
}

/// Chooses the settings of the algorithm's kernels.
void choose_settings(SolvePlan& plan) {
    TunedSettings found = tuned_settings(plan.device, plan.engine, plan.options);
    plan.engine.settings = std::move(found.settings);
    plan.choices.tuned = plan.options.settings.empty() && !plan.engine.settings.empty();
    plan.choices.warnings = std::move(found.warnings);
}

}  // namespace

std::string choose_variant(const Device& device, const SolveOptions& options) {
    const auto known = variants(device, options.algorithm);
    if (known.empty()) {
        throw Error(ErrorKind::usage,
                    fmt::format("device {} ({}) does not have the algorithm {}", device.index,
                                device.name, name(options.algorithm)));
    }
    const bool tensor =
        options.variant == kTensorVariant && !backend(device).exponents(device).empty();
    if (options.variant.empty() || tensor) return std::string(known.front());
    const auto ladder = backend(device).ladder_variants(options.algorithm);
    for (const auto& list : {known, ladder}) {
        if (std::ranges::find(list, options.variant) != list.end()) return options.variant;
    }
    throw Error(ErrorKind::usage,
                fmt::format("device {} has no variant \"{}\" of {}; it has: {}{}{}", device.index,
                            options.variant, name(options.algorithm), fmt::join(known, ", "),
                            ladder.empty() ? "" : "; of the ladder: ", fmt::join(ladder, ", ")));
}

void check_options(const Graph& graph, const std::vector<Device>& devices,
                   const SolveOptions& options) {
    if (devices.empty()) throw Error(ErrorKind::usage, "no device to solve on");
    if (!options.workspace.empty()) check_system_has("SolveOptions::workspace");
    if (devices.size() > 1 && !options.workspace.empty()) {
        throw Error(ErrorKind::usage, "a workspace works with one device only");
    }
    check_negative_cycles(options.negative_cycles, options.semiring);
    if (options.paths) check_paths(options.semiring);
    if (options.statistics) {
        check_statistics(options.semiring);
        check_statistics(options.statistics_options, graph.vertices());
    }
    if (std::isfinite(options.cutoff)) {
        if (options.semiring != Semiring::min_plus || graph.min_weight() < 0) {
            throw Error(ErrorKind::usage,
                        "SolveOptions::cutoff is for min-plus and weights that are not negative");
        }
        if (options.paths || options.statistics) {
            throw Error(ErrorKind::usage,
                        "SolveOptions::cutoff leaves out what paths and statistics need");
        }
    }
    if (options.leave_on_device) {
        const char* const why = devices.size() != 1                          ? "of one device only"
                                : options.semiring != Semiring::min_plus     ? "over min-plus only"
                                : !options.rows.empty() || options.take_rows ? "of all rows only"
                                : !options.workspace.empty()                 ? "without a workspace"
                                                                             : nullptr;
        if (why != nullptr) {
            throw Error(ErrorKind::usage, fmt::format("SolveOptions::leave_on_device is {}", why));
        }
    }
    if (options.rows.empty()) return;
    if (options.paths || options.statistics) {
        throw Error(ErrorKind::usage, "paths and statistics need all rows of the distances");
    }
    for (const std::size_t row : options.rows) {
        if (row < graph.vertices()) continue;
        throw Error(ErrorKind::usage,
                    fmt::format("no row {}: the graph has {} vertices", row, graph.vertices()));
    }
}

SolvePlan plan_choices(const Graph& graph, const Device& device, const SolveOptions& asked) {
    SolvePlan plan;
    plan.options = asked;
    SolveOptions& options = plan.options;
    plan.rows = options.rows;
    if (!options.statistics) options.statistics_options = {};
    if (options.algorithm == Algorithm::automatic) options.algorithm = Algorithm::kleene;
    plan.device = device;
    EngineOptions& engine = plan.engine;
    engine.variant = choose_variant(device, options);
    const bool cuts = asked.algorithm != Algorithm::automatic && is_dense(asked.algorithm);
    DistanceBounds bounds(graph, cuts ? asked.cutoff : infinity<double>());
    const DtypeChoice choice = choose_dtype(bounds, options.semiring, options.dtype);
    plan.choices.dtype_reason = choice.reason;
    plan.choices.losses = choice.losses;
    if (graph.potentials()) plan.potentials_spread = graph.potentials()->spread();
    plan.matrix = apsp::plan(graph.vertices(), choice.dtype);
    plan.integral = graph.integral_costs();
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
    choose_products(plan, bounds);
    choose_settings(plan);
    return plan;
}

void choose_algorithm(SolvePlan& plan, const Graph& graph, const std::vector<Device>& devices) {
    if (dense_only(devices, plan.options)) return;
    const bool adds_up =
        (!needs_whole_matrix(plan.options) || is_statistics_alone(plan.options, graph)) &&
        reduces_on_devices(plan, Restoration::restores(graph));
    Estimates estimates = estimate(graph, devices, plan.engine, plan.options, adds_up,
                                   std::move(plan.elimination.counts));
    const Algorithm best = estimates.all.front().algorithm;
    if (best != Algorithm::kleene) {
        plan.options.algorithm = plan.engine.algorithm = best;
        plan.engine.variant = variants(devices.front(), best).front();
        if (best == Algorithm::search) plan.engine.symmetric = false;
        plan.engine.terms = 0;
        plan.pairs_to_tell = {};
        choose_settings(plan);
    }
    plan.elimination = std::move(estimates.elimination);
    if (estimates.all.size() > 1) plan.choices.estimates = std::move(estimates.all);
}

void finish_choices(SolvePlan& plan) {
    plan.choices.algorithm = plan.engine.algorithm;
    if (plan.layout != Layout::by_rows) {
        plan.choices.relaxations = std::pow(static_cast<double>(plan.matrix.n), 3);
    }
    const auto* const exponents =
        std::ranges::find(kExponents, plan.engine.terms, &Exponents::terms);
    plan.choices.variant = plan.engine.variant;
    if (exponents != std::end(kExponents)) {
        plan.choices.variant = kTensorVariant;
        plan.choices.tensor_limit = exponents->limit;
    }
    plan.choices.symmetric = plan.engine.symmetric;
    plan.choices.streamed = plan.layout == Layout::streamed;
    plan.choices.block = plan.block;
    if (!plan.memory.blocks.empty()) plan.choices.tile = plan.memory.tile;
}

}  // namespace apsp
