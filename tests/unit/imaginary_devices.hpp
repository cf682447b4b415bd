// Devices that do not exist, for what plans say of them.
#pragma once

#include <cstdint>
#include <vector>

#include "apsp/devices.hpp"

namespace apsp::test {

constexpr std::uint64_t kGiB = std::uint64_t{1} << 30;

inline Device device_with(std::uint64_t memory, std::uint64_t largest_allocation) {
    Device device;
    device.index = 3;
    device.backend = "opencl";
    device.name = "Imaginary 9000";
    device.memory = memory;
    device.largest_allocation = largest_allocation;
    device.f64 = true;
    return device;
}

inline Device nvidia() {
    Device device = device_with(kGiB, kGiB);
    device.kind = DeviceKind::gpu;
    device.vendor = "NVIDIA Corporation";
    device.platform = "NVIDIA CUDA";
    device.compute_capability = 90;
    device.compute_units = 100;
    device.clock_mhz = 1000;
    device.local_memory = 48 << 10;
    device.largest_work_group = 1024;
    return device;
}

/// The device and another like it.
inline std::vector<Device> two_of(const Device& device) {
    Device other = device;
    ++other.index_in_backend;
    return {device, other};
}

}  // namespace apsp::test
