// What helps where no layout fits: words for the refusal.
#pragma once

#include <string>
#include <vector>

#include "solve/plan.hpp"

namespace apsp {

/// "; ways out: ..., or ...": only what can help this graph on this machine; "" where nothing can.
/// `devices` are those asked for, with all of their memory.
std::string ways_out(const SolvePlan& plan, const Graph& graph, const std::vector<Device>& devices);

}  // namespace apsp
