// The relative speed of devices.
#pragma once

#include <vector>

#include "solve/plan.hpp"

namespace apsp {

/// Relaxations per second of each device for such a solve, as tuning measured them, or else from a
/// short solve of the same type over min_plus, which runs now. Equal devices have equal rates, and
/// a single device is not measured.
std::vector<double> share_rates(const SolvePlan& plan, const std::vector<Device>& devices);

/// The same for one device, always from a short solve, which is smaller where memory is short.
double measure_rate(const SolvePlan& plan, const Device& device);

}  // namespace apsp
