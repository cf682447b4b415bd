// See estimate.hpp.
#include "solve/estimate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "algorithms/search.hpp"
#include "backends/backend.hpp"
#include "backends/limits.hpp"
#include "base/rates.hpp"
#include "graph/level_separator.hpp"
#include "graph/order.hpp"
#include "graph/padding.hpp"
#include "solve/elimination.hpp"
#include "solve/plan.hpp"
#include "solve/tuning.hpp"

namespace apsp {
namespace {

/// What kernels do per second: relaxations of the dense closure, and of sweeps down the tree; list
/// entries on the way up; relaxations of elimination, on the host; and bytes of the result, written
/// or added up.
struct Rates {
    double dense;
    double down;
    double up;
    double eliminate;
    double written;
    double added;
};

double threads_of(const Device& device) {
    return static_cast<double>(std::max<std::size_t>(device.compute_units, 1));
}

/// Elements of one byte are the fastest; other rates are in inverse proportion to the element size.
Rates rates_of_cpu(const Device& device, Dtype dtype) {
    const double threads = threads_of(device);
    using namespace measured::processor;
    const double lanes = device.version.starts_with("avx512") ? 1
                         : device.version.starts_with("avx2") ? kOfAvx2
                                                              : kOfOthers;
    const double elements = threads * lanes / static_cast<double>(size_of(dtype));
    return {.dense = kDense * elements,
            .down = kDown * elements,
            .up = kUp * threads,
            .eliminate = kEliminate,
            .written = kWritten * std::min(threads, kMostWriters),
            .added = kAdded * threads * lanes};
}

Rates rates_of_gpu(const Device& device, Dtype dtype) {
    constexpr double kSmall = 4;  // bytes: smaller elements are no faster here
    const double cycles = threads_of(device) * static_cast<double>(device.clock_mhz) * 1e6;
    const double words = kSmall / std::max(kSmall, static_cast<double>(size_of(dtype)));
    return {.dense = 0,
            .down = measured::gpu::kDown * cycles * words,
            .up = measured::gpu::kUp * cycles,
            .eliminate = measured::processor::kEliminate,
            .written = measured::gpu::kWritten * cycles,
            .added = std::numeric_limits<double>::infinity()};  // in registers, as they are found
}

/// Relaxations per second of the dense closure.
double dense_rate(const Device& device, EngineOptions engine) {
    engine.algorithm = Algorithm::kleene;
    const auto own = variants(device, Algorithm::kleene);
    if (std::ranges::find(own, engine.variant) == own.end()) engine.variant = own.front();
    const bool tensor = engine.terms != 0;
    if (const auto tuned = tuned_entry(device, engine); tuned && !tensor) {
        return std::max(tuned->rate, tuned->default_rate);
    }
    const double nominal = nominal_limit(device, engine.dtype, engine.semiring, tensor).rate;
    if (nominal > 0)
        return (tensor ? measured::gpu::kOfTensorLimit : measured::gpu::kOfLimit) * nominal;
    const double bits = engine.semiring == Semiring::or_and ? 8 : 1;
    using namespace measured::processor;
    const double products = !tensor ? bits : engine.terms > 16 ? kAmx : kAmxOf16;
    if (device.kind != DeviceKind::gpu) {
        return products * rates_of_cpu(device, engine.dtype).dense;
    }
    return bits * measured::gpu::kUnknown *
           static_cast<double>(device.compute_units * device.clock_mhz) * 1e6;
}

Rates rates_of(const Device& device, const EngineOptions& engine) {
    Rates rates = device.kind == DeviceKind::gpu ? rates_of_gpu(device, engine.dtype)
                                                 : rates_of_cpu(device, engine.dtype);
    rates.dense = dense_rate(device, engine);
    return rates;
}

/// The seconds for so many rows of n.
double seconds_of(const EliminationWork& work, const Rates& rates, std::size_t n, double rows) {
    const auto core = static_cast<double>(padded(work.core)), all = static_cast<double>(n);
    return work.eliminate / rates.eliminate + core * core * (core + rows) / rates.dense +
           rows * ((work.down + all) / rates.down + work.up / all / rates.up);
}

bool all_have(const std::vector<Device>& devices, Algorithm algorithm) {
    return std::ranges::none_of(
        devices, [&](const Device& each) { return variants(each, algorithm).empty(); });
}

/// Whether it is worth the time to order the graph and count what elimination would add, if another
/// algorithm takes `seconds`.
bool worth_counting(const Graph& graph, double seconds) {
    constexpr double kNothing = 0.03, kWide = 1.0 / 8;
    // Where vertices have few arcs, elimination leaves a small core even of random graphs, so there
    // is more to gain.
    constexpr double kFewArcs = 8, kLittle = 0.1;
    const auto arcs = static_cast<double>(graph.arcs());
    const bool few = arcs <= kFewArcs * static_cast<double>(graph.vertices());
    if (measured::order::kFilledCount * arcs < (few ? kLittle : kNothing) * seconds) return true;
    return measured::order::kCount * arcs < seconds && level_separator(graph) < kWide;
}

EliminationChoice choose_core(const EliminationCounts& counts, const std::vector<Device>& devices,
                              const EngineOptions& engine, const SolveOptions& options,
                              double rows) {
    // Kernels have slots for a list, and for the row itself, and count entries in 32 bits.
    std::size_t slots = std::numeric_limits<std::size_t>::max();
    std::vector<Rates> rates;
    double down = 0;
    for (const Device& device : devices) {
        const std::size_t own =
            sweep_slots(device, options_for(Algorithm::sparse, device, engine, options));
        if (own != 0) slots = std::min(slots, own);
        rates.push_back(rates_of(device, engine));
        down += rates.back().down;
    }
    constexpr double kMostEntries = 4e9;
    const bool on_host = slots == std::numeric_limits<std::size_t>::max();
    return choose_core(counts, [&](const EliminationWork& work) {
        if (!on_host && (work.longest + 1 > slots || work.down > kMostEntries)) {
            return std::numeric_limits<double>::infinity();
        }
        double longest = 0;
        for (const Rates& own : rates) {
            const double share = own.down / down;
            longest = std::max(longest, seconds_of(work, own, counts.vertex.size(), share * rows));
        }
        return longest;
    });
}

}  // namespace

CountedElimination count_elimination(const Graph& graph, const std::vector<Device>& devices,
                                     const EngineOptions& engine, const SolveOptions& options,
                                     std::shared_ptr<const EliminationCounts> by_degree) {
    const auto rows = static_cast<double>(result_rows(options, graph.vertices()));
    const Elimination* const known = options.elimination.get();
    CountedElimination best{by_degree ? std::move(by_degree) : counts_of(graph, known), {}};
    best.core = choose_core(*best.counts, devices, engine, options, rows);
    // Of meshes. Where elimination fills little, dissection saves little.
    constexpr double kSaves = 0.12, kMostArcs = 1e9, kFill = 3;
    const auto arcs = static_cast<double>(graph.arcs());
    if (known != nullptr || !can_dissect() || arcs > kMostArcs ||
        best.core.work.down < kFill * arcs ||
        measured::order::kDissect * arcs > kSaves * best.core.cost) {
        return best;
    }
    const Neighbours& places = best.counts->graph;
    std::vector<std::uint32_t> order = nested_dissection_order(places);
    EliminationCounts dissected = count_elimination(places, order);
    for (std::uint32_t& v : dissected.vertex) v = best.counts->vertex[v];
    CountedElimination other{std::make_shared<const EliminationCounts>(std::move(dissected)), {}};
    other.core = choose_core(*other.counts, devices, engine, options, rows);
    return other.core.cost < best.core.cost ? other : best;
}

bool dense_only(const std::vector<Device>& devices, const SolveOptions& options) {
    return !all_have(devices, Algorithm::sparse) || options.tile + options.block != 0 ||
           !options.variant.empty();
}

Estimates estimate(const Graph& graph, const std::vector<Device>& devices,
                   const EngineOptions& engine, const SolveOptions& options, bool adds_up,
                   std::shared_ptr<const EliminationCounts> by_degree) {
    const auto n = static_cast<double>(graph.vertices()), arcs = static_cast<double>(graph.arcs());
    const std::size_t count = result_rows(options, graph.vertices());
    const auto rows = static_cast<double>(count);
    const double cube = n * n * n * (engine.symmetric ? 0.5 : 1);
    double relaxing = 0, taking = 0, threads = 0;  // per second
    for (const Device& device : devices) {
        const Rates own = rates_of(device, engine);
        relaxing += own.dense;
        taking += adds_up ? own.added : own.written;
        threads += threads_of(device);
    }
    const double dense = cube / relaxing;
    Estimates estimates;
    estimates.all.push_back({Algorithm::kleene, n * n * n, dense});
    // Graphs this small or this dense are not worth counting.
    constexpr double kSoon = 2e-3, kSparse = 1.0 / 32;
    if (!all_have(devices, Algorithm::sparse) || dense < kSoon ||
        arcs * rows > kSparse * n * n * n) {
        return estimates;
    }
    // Searches do not do half the work.
    if (all_have(devices, Algorithm::search) && !options.symmetric.value_or(false)) {
        constexpr double kTogether = 16;  // rows that a thread searches at once, or more
        const double row = search_seconds_per_row(graph, engine.dtype, engine.semiring);
        estimates.all.push_back(
            {Algorithm::search, rows * arcs, row * std::max(rows / threads, kTogether)});
    }
    const double soonest = std::ranges::min(estimates.all, {}, &AlgorithmEstimate::seconds).seconds;
    if (can_order() && (options.elimination || worth_counting(graph, soonest))) {
        estimates.elimination =
            count_elimination(graph, devices, engine, options, std::move(by_degree));
        const EliminationChoice& choice = estimates.elimination.core;
        const double bytes = rows * n * static_cast<double>(size_of(engine.dtype));
        estimates.all.push_back(
            {Algorithm::sparse, choice.work.relaxations(count), choice.cost + bytes / taking});
    }
    std::ranges::stable_sort(estimates.all, {}, &AlgorithmEstimate::seconds);
    return estimates;
}

}  // namespace apsp
