// How fast devices are beside one another.
#pragma once

#include <vector>

#include "solve/plan.hpp"

namespace apsp {

/// Relaxations a second of each device for such a solve: what tuning measured, or else a short
/// solve of the same type, over min_plus, now. Equal devices have equal rates, and one alone is not
/// measured.
std::vector<double> share_rates(const SolvePlan& plan, const std::vector<Device>& devices);

/// The same of one device, always by a short solve.
double measure_rate(const SolvePlan& plan, const Device& device);

}  // namespace apsp
