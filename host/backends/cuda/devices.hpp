// CUDA's devices, in the driver's order.
#pragma once

#include <string>
#include <vector>

#include "apsp/devices.hpp"

namespace apsp {

/// What each reports of itself. `absence` says why when there is none; nothing is thrown.
std::vector<Device> cuda_devices(std::string& absence);

}  // namespace apsp
