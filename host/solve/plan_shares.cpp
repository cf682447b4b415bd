// A matrix dealt over devices by its rows, in proportion to their speed.
#include <fmt/core.h>

#include <algorithm>

#include "algorithms/distribution.hpp"
#include "apsp/errors.hpp"
#include "apsp/generate.hpp"
#include "backends/backend.hpp"
#include "graph/padding.hpp"
#include "solve/plan_parts.hpp"
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

/// Relaxations per second of each device for such a solve, as tuning measured them, or else from a
/// short solve of the same type over min_plus, which runs now. Devices that are alike have equal
/// rates, and a single device is not measured.
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

std::size_t rows_of(const PartPlan& part) {
    return part.stripes.back().last - part.stripes.front().first;
}

/// Of half the work: for each row a column, of the pivots of a step.
std::uint64_t column_panel_bytes(const PartPlan& part) {
    return std::uint64_t{padded(part.engine.block)} *
           backend(part.device).layout(part.device, part.engine).row_bytes(padded(rows_of(part)));
}

/// Where the panels of the parts can be, counted among what their devices hold.
/// @throws Error usage or out_of_memory where they cannot be where they are wanted
PanelPlace place_panels(SolvePlan& plan) {
    const std::optional<PanelPlace> wanted = plan.options.panels;
    if (wanted == PanelPlace::host) return PanelPlace::host;
    std::vector<Device> devices;
    for (const PartPlan& part : plan.parts) devices.push_back(part.device);
    if (!read_one_another(devices)) {
        if (!wanted) return PanelPlace::host;
        throw Error(
            ErrorKind::usage,
            "panels on the device: these devices cannot read one another's memory; it takes "
            "CUDA devices with peer access");
    }
    std::vector<PartPlan> with_panels = plan.parts;
    for (PartPlan& part : with_panels) {
        std::uint64_t bytes = std::uint64_t{part.engine.block} * row_bytes(plan.matrix);
        if (plan.half_shares) bytes += column_panel_bytes(part);
        const Refusal why = add_panels(part, bytes);
        if (!why) continue;
        if (!wanted) return PanelPlace::host;
        throw Error(ErrorKind::out_of_memory, "panels on the device: " + *why);
    }
    plan.parts = std::move(with_panels);
    return PanelPlace::device;
}

/// Whether its stripes begin and end where Results take them, for paths.
bool in_padding(const PartPlan& part) {
    return std::ranges::all_of(part.stripes, [](const Range& rows) {
        return rows.first % kPadding == 0 && rows.last % kPadding == 0;
    });
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

// On two H200 (tools/results/nvidia/h200_half.txt), all takes 1.32 times as long as half at
// n = 8281 with panels on the device; on the host 1.1 times at 16384 and 1.5 at 32761.
bool half_pays(const SolvePlan& plan, bool gpus, bool on_device) {
    if (plan.options.symmetric) return *plan.options.symmetric;
    if (!gpus) return plan.matrix.ld >= 16 * plan.block;
    return plan.matrix.ld >= (on_device ? 8192 : 24576);
}

Refusal deal_shares(SolvePlan& plan, const std::vector<Device>& devices,
                    const std::vector<Range>& rows, bool panels, std::string_view what) {
    const auto plan_all = [&](bool paths) -> Refusal {
        plan.parts.clear();
        for (std::size_t i = 0; i < devices.size(); ++i) {
            if (rows[i].size() == 0) continue;
            PartPlan part = plan_share(plan, devices[i], rows[i], panels, false, paths);
            if (plan.half_shares) {
                part.memory.buffers.push_back(
                    {"pivot columns for shares below", column_panel_bytes(part), true});
            }
            if (Refusal why = why_too_large(part, what)) return why;
            plan.parts.push_back(std::move(part));
        }
        return std::nullopt;
    };
    // The devices find predecessors, or else the host does.
    const bool on_devices =
        plan.options.paths && !plan_all(true) && std::ranges::all_of(plan.parts, in_padding);
    return on_devices ? std::nullopt : plan_all(false);
}

Refusal plan_shares(SolvePlan& plan, const Graph& graph, const std::vector<Device>& devices) {
    const bool works_in_host = std::ranges::any_of(
        devices, [&](const Device& each) { return backend(each).in_place(each, plan.engine); });
    plan.engine.keep_weights = false;
    if (Refusal why = plan_host(plan, graph, works_in_host)) return why;
    const bool several = devices.size() > 1;
    for (const Device& device : devices) {
        const auto what = several ? "several devices" : "several allocations";
        plan.block = std::max(plan.block, share_block(plan, device, what, several));
    }
    const std::vector<double> rates = share_rates(plan, devices);
    std::vector<Range> rows = deal_triangle(plan.matrix.ld, plan.block, rates);
    const auto deal_rows = [&] {
        return deal_shares(plan, devices, rows, several, several ? " for its share" : "");
    };
    const bool gpus = std::ranges::find(devices, DeviceKind::gpu, &Device::kind) != devices.end();
    const bool on_device = plan.options.panels != PanelPlace::host && read_one_another(devices);
    plan.half_shares = several && plan.engine.symmetric && half_pays(plan, gpus, on_device);
    if (plan.half_shares) {
        Refusal why = deal_rows();
        if (why && plan.options.symmetric.value_or(false)) return why;
        plan.half_shares = !why;
    }
    if (!plan.half_shares) {
        rows = deal(plan.matrix.ld, plan.block, rates);
        if (Refusal why = deal_rows()) return why;
    }
    for (std::size_t i = 0; i < devices.size(); ++i) {
        if (rows[i].size() != 0) continue;
        plan.choices.warnings.push_back(fmt::format(
            "device {} ({}) is left out: its share of the rows would be less than a block",
            devices[i].index, devices[i].name));
    }
    if (plan.parts.size() > 1) plan.panels = place_panels(plan);
    finish_parts(plan, Layout::shares, make_share_maker);
    plan.engine.symmetric = plan.half_shares;
    return std::nullopt;
}

}  // namespace apsp
