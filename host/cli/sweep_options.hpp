// The options of sweeps, and the sweeps with names.
#pragma once

#include <string>
#include <string_view>

#include "apsp/devices.hpp"
#include "cli/options.hpp"
#include "measure/cells.hpp"

namespace apsp::cli {

/// A sweep with a name: what it measures unless options say otherwise, and what it prints.
struct Preset {
    std::string name;
    std::string what;
    std::string devices;  ///< The default of --devices; likewise below.
    std::string sizes;
    std::string inputs;
    std::string repeat;
    std::string budget;        ///< "" for no limit.
    std::string_view columns;  ///< Of its table: see sweep_view.cpp.
};

/// "sweep", "ladder", "compare" or "bench".
const Preset& preset(std::string_view name);

/// @throws Error usage, no_device
sweep::Options parse_sweep(const Preset& preset, const cxxopts::ParseResult& parsed,
                           const Devices& devices);

}  // namespace apsp::cli
