// The devices that --device or --devices name.
#pragma once

#include <cxxopts.hpp>
#include <vector>

#include "apsp/devices.hpp"

namespace apsp::cli {

/// The devices that --devices names, or else the one of --device; empty if neither was given.
/// @throws Error no_device when there is no such device
std::vector<Device> named_devices(const cxxopts::ParseResult& parsed);

}  // namespace apsp::cli
