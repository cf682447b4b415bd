// The options of sweeps, and the sweeps with names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "apsp/devices.hpp"
#include "cli/shared_options.hpp"
#include "measure/sweep.hpp"

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

/// What a sweep is asked to do.
struct SweepFields {
    const Preset& preset;
    std::string devices = {};
    sweep::Options cells = {};  ///< Without the devices.
    sweep::SweepSettings settings = {};
    bool json = false;
    double least_rate = 0, least_share = 0;
    std::string old_file = {}, new_file = {};  ///< To compare; with the second, nothing is run.
};
void add_sweep(OptionList& options, SweepFields& asked);

/// The devices' identifiers, each once; for the ladder also that of cpu.
/// @throws Error usage, no_device
std::vector<std::string> chosen_devices(const SweepFields& asked, const Devices& devices);

}  // namespace apsp::cli
