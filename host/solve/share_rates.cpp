#include "solve/share_rates.hpp"

#include <algorithm>

#include "apsp/errors.hpp"
#include "apsp/generate.hpp"
#include "graph/padding.hpp"
#include "solve/tuning.hpp"

namespace apsp {
namespace {

/// Large enough to keep the device busy, small enough to take no time beside the actual solve.
std::size_t trial_vertices(const Device& device) {
    return device.kind == DeviceKind::gpu ? 4096 : 1024;
}

double rate_of_trial(const Device& device, const SolveOptions& trial, std::size_t n) {
    const Graph graph = random_graph(n);
    double best = 0;
    for (int run = 0; run < 2; ++run) {  // the first one builds kernels
        const double edge = static_cast<double>(n);
        const double seconds = solve(graph, device, trial).seconds.compute;
        best = std::max(best, edge * edge * edge / std::max(seconds, 1e-9));
    }
    return best;
}

}  // namespace

double measure_rate(const SolvePlan& plan, const Device& device) {
    SolveOptions trial;
    trial.dtype = plan.matrix.dtype;
    trial.symmetric = false;
    trial.use_tuning = plan.options.use_tuning;
    for (std::size_t n = std::min(plan.matrix.n, trial_vertices(device));; n /= 2) {
        try {
            return rate_of_trial(device, trial, n);
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::out_of_memory) throw;
            if (n <= kPadding) return 1;  // it has no room for a share either
        }
    }
}

bool alike(const Device& a, const Device& b) {
    return a.backend == b.backend && a.name == b.name;
}

std::vector<double> share_rates(const SolvePlan& plan, const std::vector<Device>& devices) {
    if (std::ranges::all_of(devices, [&](const Device& d) { return alike(d, devices.front()); }))
        return std::vector<double>(devices.size(), 1.0);
    std::vector<double> rates;
    for (const Device& device : devices) {
        EngineOptions engine = plan.engine;
        engine.variant = variants(device, Algorithm::kleene).front();
        const auto tuned = plan.options.use_tuning ? tuned_entry(device, engine) : std::nullopt;
        rates.push_back(tuned ? tuned->rate : measure_rate(plan, device));
    }
    return rates;
}

}  // namespace apsp
