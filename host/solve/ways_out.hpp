// Suggestions for the error message if no layout fits.
#pragma once

#include <string>
#include <vector>

#include "solve/plan.hpp"

namespace apsp {

/// "; ways out: ..., or ...": only what can help this graph on this machine; "" if nothing can.
/// `devices` are those asked for, without a limit on their memory.
std::string ways_out(const SolvePlan& plan, const Graph& graph, const std::vector<Device>& devices);

}  // namespace apsp
