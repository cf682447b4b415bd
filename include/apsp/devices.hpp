// The devices that a solve can run on, over all backends, in one numbered list.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "apsp/export.h"

namespace apsp {

enum class DeviceKind { gpu, cpu, accelerator };

constexpr std::string_view name(DeviceKind kind) {
    switch (kind) {
        case DeviceKind::gpu: return "gpu";
        case DeviceKind::cpu: return "cpu";
        case DeviceKind::accelerator: return "accelerator";
    }
    return "?";
}

/// What a device reports about itself. Sizes are in bytes; 0 and "" mean "not reported".
struct Device {
    std::size_t index = 0;             ///< What `--device` takes: place in `Devices::all`.
    std::string backend;               ///< "opencl", "cuda" or "cpu".
    std::size_t index_in_backend = 0;  ///< The 0 of "opencl:0".
    DeviceKind kind = DeviceKind::cpu;
    std::string name;
    std::string platform;
    std::string vendor;
    std::string driver;
    std::string version;  ///< OpenCL or CUDA version; for "cpu" the instruction set in use.
    std::size_t compute_units = 0;
    std::size_t clock_mhz = 0;
    std::size_t compute_capability = 0;  ///< Of NVIDIA devices: 90 for 9.0.
    std::uint64_t memory = 0;
    std::uint64_t largest_allocation = 0;
    std::uint64_t local_memory = 0;
    std::size_t largest_work_group = 0;
    bool f64 = false;
    bool shares_host_memory = false;
    bool compiled = false;  ///< Its kernels come with the library; others are built on first use.
    std::string pci;        ///< "0000:65:00.0"
    std::string uuid;       ///< 32 hexadecimal digits
};

/// A backend that offers no device, and why: {"cuda", "not built"}.
struct AbsentBackend {
    std::string backend;
    std::string reason;
};

struct Devices {
    std::vector<Device> all;
    std::vector<AbsentBackend> absent;
};

/// Every OpenCL device of every platform in the loader's order, then CUDA devices, then "cpu".
/// A platform or driver that fails is left out (and named in `absent`), never an error.
APSP_EXPORT Devices list_devices();

/// Finds the device that `selector` names: an index ("1"), a backend and index ("opencl:0"), a
/// backend ("cuda"), whose best device it is, or part of a name or platform, ignoring case. "" is
/// the best device of all: GPUs before CPUs, then by compute units times clock. A card that several
/// backends offer is taken through the one whose kernels are compiled.
/// @throws Error no_device when none or more than one matches; the message lists them
APSP_EXPORT const Device& select_device(const Devices& devices, std::string_view selector);

/// The devices of a list of such selectors, "0,cpu"; one may be named more than once, and has then
/// an equal part of its memory each time. Here, "all" are all devices, "gpus" is every GPU once,
/// and a backend is every GPU of its own, or its best device if it has none.
/// @throws Error no_device as select_device, and for "gpus" if there are none
APSP_EXPORT std::vector<Device> select_devices(const Devices& devices, const std::string& list);

/// Every GPU once: a card that several backends offer is taken as select_device takes it.
APSP_EXPORT std::vector<Device> distinct_gpus(const Devices& devices);

/// Whether both are the same piece of hardware: one device, or two that two backends make of one
/// card (equal UUID or PCI address).
APSP_EXPORT bool same_card(const Device& a, const Device& b);

}  // namespace apsp
