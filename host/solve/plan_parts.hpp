// Plans of matrices that do not lie in one piece on one device.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "solve/plan.hpp"

namespace apsp {

/// Whether the solve has forms that are not `whole`.
bool can_be_parted(const SolvePlan& plan, const Device& device, const SolveOptions& options);

/// The parts of a matrix that is dealt over devices in proportion to their rates. Devices whose
/// share is less than a step's pivots are left out, with a warning.
/// @throws Error usage for what works in one piece only; out_of_memory
void plan_shares(SolvePlan& plan, const std::vector<Device>& devices, const SolveOptions& options);

/// Pivots of a step as the device would have them with a share of the rows. `what` is for the
/// message.
/// @throws Error usage for what works in one piece only
std::size_t share_block(const SolvePlan& plan, const Device& device, const SolveOptions& options,
                        std::string_view what);

/// The part of a device that has these rows, with steps of `block` pivots, and memory for panels of
/// others that have other rows, or other columns.
/// @throws Error out_of_memory
PartPlan plan_share(const SolvePlan& plan, const Device& device, const SolveOptions& options,
                    Range rows, std::size_t block, bool row_panels,
                    bool column_panels = false);

/// The stripes of a matrix that is brought through a device, as high as fit.
/// @throws Error usage for what works in one piece only; out_of_memory
void plan_streamed(SolvePlan& plan, const Device& device, const SolveOptions& options);

}  // namespace apsp
