// See estimate.hpp.
#include "solve/estimate.hpp"

#include <algorithm>
#include <cmath>

#include "algorithms/search.hpp"
#include "backends/backend.hpp"
#include "backends/limits.hpp"
#include "graph/order.hpp"
#include "graph/padding.hpp"
#include "solve/elimination.hpp"
#include "solve/tuning.hpp"

namespace apsp {
namespace {

/// What kernels do per second, as measured on an EPYC with AVX-512, by its cores: relaxations of
/// the dense closure and of sweeps in elements of a byte, others' inversely as their size; numbers
/// of lists, on the way up and in elimination; and bytes written.
struct Rates {
    double dense = 160e9;
    double down = 60e9;
    double up = 0.7e9;
    double eliminate = 0.7e9;
    double bytes = 3e9;
};

double threads_of(const Device& device) {
    return static_cast<double>(std::max<std::size_t>(device.compute_units, 1));
}

Rates rates_of(const Device& device, Dtype dtype) {
    Rates rates;
    const double threads = threads_of(device);
    const double lanes = device.version == "baseline" ? 0.15 : device.version == "avx2" ? 0.5 : 1;
    const double elements = threads * lanes / static_cast<double>(size_of(dtype));
    rates.dense *= elements;
    rates.down *= elements;
    rates.up *= threads;
    rates.bytes *= std::min(threads, 8.0);
    return rates;
}

/// Relaxations per second of the dense closure.
double dense_rate(const Device& device, EngineOptions engine) {
    engine.algorithm = Algorithm::kleene;
    if (engine.variant.empty()) engine.variant = variants(device, Algorithm::kleene).front();
    if (const auto tuned = tuned_entry(device, engine)) {
        return std::max(tuned->rate, tuned->default_rate);
    }
    const double nominal = nominal_limit(device, engine.dtype, engine.semiring).rate;
    if (nominal > 0) return 0.9 * nominal;
    const double bits = engine.semiring == Semiring::or_and ? 8 : 1;
    if (device.kind != DeviceKind::gpu) return bits * rates_of(device, engine.dtype).dense;
    constexpr double kPerClock = 32;  // a unit's, of GPUs that are not known
    return bits * kPerClock * static_cast<double>(device.compute_units * device.clock_mhz) * 1e6;
}

double seconds_of(const EliminationWork& work, const Rates& rates, std::size_t n) {
    const auto core = static_cast<double>(padded(work.core)), all = static_cast<double>(n);
    return work.eliminate / rates.eliminate + core * core * (core + all) / rates.dense +
           all * (work.down + all) / rates.down + work.up / rates.up;
}

}  // namespace

EliminationChoice choose_core(const EliminationCounts& counts, const Device& device, Dtype dtype) {
    const Rates rates = rates_of(device, dtype);
    return choose_core(counts, [&](const EliminationWork& work) {
        return seconds_of(work, rates, counts.vertex.size());
    });
}

bool dense_only(const Device& device, const SolveOptions& options) {
    return variants(device, Algorithm::search).empty() || options.tile + options.block != 0 ||
           !options.variant.empty() || !options.workspace.empty() || options.symmetric.has_value();
}

Estimates estimate(const Graph& graph, const Device& device, const EngineOptions& engine,
                   const Elimination* known) {
    const auto n = static_cast<double>(graph.vertices()), arcs = static_cast<double>(graph.arcs());
    const double cube = n * n * n * (engine.symmetric ? 0.5 : 1);
    const double dense = cube / dense_rate(device, engine);
    Estimates estimates;
    estimates.all.push_back({Algorithm::kleene, n * n * n, dense});
    // What is so small, or so dense, is not worth counting.
    constexpr double kSoon = 2e-3, kSparse = 1.0 / 32;
    if (variants(device, Algorithm::search).empty() || dense < kSoon || arcs > kSparse * n * n) {
        return estimates;
    }
    const Rates rates = rates_of(device, engine.dtype);
    const double writing = n * n * static_cast<double>(size_of(engine.dtype)) / rates.bytes;
    const double searching = search_seconds_per_row(graph, engine.dtype, engine.semiring) * n;
    estimates.all.push_back({Algorithm::search, n * arcs, searching / threads_of(device)});
    if (can_order()) {
        estimates.counts = counts_of(graph, known);
        const EliminationChoice& choice = estimates.core =
            choose_core(*estimates.counts, device, engine.dtype);
        estimates.all.push_back(
            {Algorithm::sparse, choice.work.relaxations(graph.vertices()), choice.cost + writing});
    }
    std::ranges::stable_sort(estimates.all, {}, &AlgorithmEstimate::seconds);
    return estimates;
}

}  // namespace apsp
