// One run of a cell, in a process of its own.
#pragma once

#include <functional>
#include <string>

#include "measure/results.hpp"

namespace apsp::sweep {

/// Calls `program` as `apsp-ocl solve`, killing it after `time_limit` seconds, and adds the run to
/// the row, or says in the row why there is none. `tick` is called several times per second.
void run_cell(Row& row, const std::string& program, const RunOptions& how, double time_limit,
              const std::function<void()>& tick);

}  // namespace apsp::sweep
