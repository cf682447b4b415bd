// OpenCL's devices, in the loader's order.
#pragma once

#include <string>
#include <vector>

#include "apsp/devices.hpp"
#include "backends/opencl/opencl.hpp"

namespace apsp::opencl {

struct PlatformDevice {
    cl::Platform platform;
    cl::Device device;
};

/// Every device of every platform. `absence` says why when there is none.
std::vector<PlatformDevice> find_devices(std::string& absence);

/// The one of that place in the list.
/// @throws Error no_device
cl::Device find_device(const Device& device);

/// What the device reports about itself; fields that it fails to report stay empty.
Device describe(const PlatformDevice& device);

}  // namespace apsp::opencl
