// A matrix dealt over devices by its rows.
#include <fmt/core.h>

#include <algorithm>

#include "algorithms/distribution.hpp"
#include "backends/backend.hpp"
#include "graph/padding.hpp"
#include "solve/plan_parts.hpp"
#include "solve/share_rates.hpp"

namespace apsp {
namespace {

/// Whether its stripes begin and end where Results take them.
bool in_padding(const PartPlan& part) {
    return std::ranges::all_of(part.stripes, [](const Range& rows) {
        return rows.first % kPadding == 0 && rows.last % kPadding == 0;
    });
}

/// Where the panels of the parts can be, counted among what their devices hold.
/// @throws Error usage or out_of_memory where they cannot be where they are wanted
PanelPlace place_panels(const SolvePlan& plan, std::vector<PartPlan>& parts) {
    const std::optional<PanelPlace> wanted = plan.options.panels;
    if (wanted == PanelPlace::host) return PanelPlace::host;
    std::vector<Device> devices;
    for (const PartPlan& part : parts) devices.push_back(part.device);
    if (!read_one_another(devices)) {
        if (!wanted) return PanelPlace::host;
        throw Error(
            ErrorKind::usage,
            "panels on the device: these devices cannot read one another's memory; it takes "
            "CUDA devices with peer access");
    }
    std::vector<PartPlan> with_panels = parts;
    for (PartPlan& part : with_panels) {
        const std::string why =
            add_panels(part, std::uint64_t{part.engine.block} * row_bytes(plan.matrix));
        if (why.empty()) continue;
        if (!wanted) return PanelPlace::host;
        throw Error(ErrorKind::out_of_memory, "panels on the device: " + why);
    }
    parts = std::move(with_panels);
    return PanelPlace::device;
}

}  // namespace

std::string plan_shares(SolvePlan& plan, const Graph& graph, const std::vector<Device>& devices) {
    const bool works_in_host = std::ranges::any_of(devices, [&](const Device& each) {
        return backend(each.backend).in_place(each, plan.engine);
    });
    plan.engine.keep_weights = false;
    if (std::string why = plan_host(plan, graph, works_in_host); !why.empty()) return why;
    const bool several = devices.size() > 1;
    std::size_t block = 0;
    for (const Device& device : devices) {
        block = std::max(
            block, share_block(plan, device, several ? "several devices" : "several allocations"));
    }
    const std::vector<Range> rows = deal(plan.matrix.ld, block, share_rates(plan, devices));
    std::vector<PartPlan> parts;
    const auto plan_all = [&](bool paths) -> std::string {
        parts.clear();
        for (std::size_t i = 0; i < devices.size(); ++i) {
            if (rows[i].size() == 0) continue;
            parts.push_back(plan_share(plan, devices[i], rows[i], block, several, false, paths));
            std::string why = why_too_large(parts.back(), several ? " for its share" : "");
            if (!why.empty()) return why;
        }
        return "";
    };
    // The devices find predecessors, or else the host does.
    if (!plan.options.paths || !plan_all(true).empty() || !std::ranges::all_of(parts, in_padding)) {
        if (std::string why = plan_all(false); !why.empty()) return why;
    }
    for (std::size_t i = 0; i < devices.size(); ++i) {
        if (rows[i].size() != 0) continue;
        plan.choices.warnings.push_back(fmt::format(
            "device {} ({}) is left out: its share of the rows would be less than a block",
            devices[i].index, devices[i].name));
    }
    if (parts.size() > 1) plan.panels = place_panels(plan, parts);
    set_parts(plan, Layout::shares, block, std::move(parts));
    return "";
}

}  // namespace apsp
