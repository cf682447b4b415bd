// The relative speed of devices.
#pragma once

#include <vector>

#include "solve/plan.hpp"

namespace apsp {

/// Whether both devices take equal times for anything.
bool alike(const Device& a, const Device& b);

/// Relaxations per second of each device for such a solve, as tuning measured them, or else from a
/// short solve of the same type over min_plus, which runs now. Devices that are alike have equal
/// rates, and a single device is not measured.
std::vector<double> share_rates(const SolvePlan& plan, const std::vector<Device>& devices);

/// The same for one device, always from a short solve, which is smaller where memory is short.
double measure_rate(const SolvePlan& plan, const Device& device);

}  // namespace apsp
