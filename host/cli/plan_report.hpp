// What --dry-run prints: a plan.
#pragma once

#include "cli/report.hpp"
#include "solve/plan.hpp"

namespace apsp::cli {

/// `report` has the graph and the device.
void print_plan(const Report& report, const SolvePlan& plan, bool json);

}  // namespace apsp::cli
