// What a reader of measurements needs to know about the program and the machine.
#pragma once

#include <string>

#include "apsp/devices.hpp"
#include "measure/cells.hpp"
#include "measure/results.hpp"

namespace apsp::sweep {

/// Now, in UTC: "2026-11-21T14:20:44Z".
std::string utc_time();

/// A file's head: schema, program, kernels, compiler, host, devices, options, start.
Json make_head(const Options& options, const Devices& devices, const std::string& kernels);

/// What differs between two heads, as "options/sizes/0 is 256, not 512"; "" if they are of the same
/// sweep: equal but for the start, clocks and free memory.
std::string difference(const Json& head, const Json& other);

}  // namespace apsp::sweep
