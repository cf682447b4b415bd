// What plan_solve consists of: layouts, each of which says why it does not fit.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "solve/plan.hpp"

namespace apsp {

/// All but configuration, memory and layout; for several devices, what the first is to do.
/// @throws Error as `solve`, but for memory
SolvePlan plan_choices(const Graph& graph, const Device& device, const SolveOptions& options);

/// Another algorithm than kleene, where the options leave nothing else to it.
void choose_algorithm(SolvePlan& plan, const Graph& graph, const std::vector<Device>& devices);

/// Notes of the solution what the rest of the plan has come to.
void finish_choices(SolvePlan& plan);

/// What becomes of the graph's memory, and whether the host has as much as the result takes: of all
/// rows, or of those that the options name. As why_too_large.
std::string plan_host(SolvePlan& plan, const Graph& graph, bool all_rows);

/// The parts of a matrix that is dealt over devices in proportion to their rates. Devices whose
/// share is less than a step's pivots are left out, with a warning. As why_too_large.
/// @throws Error usage for what works in one piece only
std::string plan_shares(SolvePlan& plan, const Graph& graph, const std::vector<Device>& devices);

/// The stripes, as high as fit, of a matrix that is streamed through the first device. As
/// why_too_large.
/// @throws Error usage for what works in one piece only
std::string plan_streamed(SolvePlan& plan, const Graph& graph, const std::vector<Device>& devices);

/// Rows of the result, which the devices make of the graph. As why_too_large.
/// @throws Error usage for options that there are not
std::string plan_by_rows(SolvePlan& plan, const Graph& graph, const std::vector<Device>& devices);

/// Why there is no layout of the solve that is not `whole`; "" where there are some. `what` is what
/// such a layout would be for.
std::string why_not_parted(const SolvePlan& plan, const Device& device, std::string_view what);

/// As of a whole matrix, of a part; `what` follows the bytes that its device needs.
std::string why_too_large(const PartPlan& part, std::string_view what);
/// "; device 0 (its name) has 4.00 GiB"
std::string it_has(const Device& device);

/// Pivots of a step as the device would have them with a share of the rows. `what` is for the
/// message.
/// @throws Error usage for what works in one piece only
std::size_t share_block(const SolvePlan& plan, const Device& device, std::string_view what);

/// The part of a device that has these rows, with steps of `block` pivots, and memory for panels of
/// others that have other rows, or other columns.
PartPlan plan_share(const SolvePlan& plan, const Device& device, Range rows, std::size_t block,
                    bool row_panels, bool column_panels = false);

}  // namespace apsp
