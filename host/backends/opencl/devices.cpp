// Enumerates platforms and devices. A platform without devices is common (Mesa's rusticl without
// RUSTICL_ENABLE, say) and is passed over; so is one that fails.
#include "backends/opencl/devices.hpp"

#include <cstdlib>
#include <initializer_list>
#include <thread>

#include "backends/opencl/quirks.hpp"
#include "base/process.hpp"
#include "base/text.hpp"

namespace apsp::opencl {
namespace {

// From vendors' headers, which need not be installed.
constexpr cl_device_info kComputeCapabilityMajor = 0x4000;
constexpr cl_device_info kComputeCapabilityMinor = 0x4001;
constexpr cl_device_info kPciBusIdNv = 0x4008;
constexpr cl_device_info kPciSlotIdNv = 0x4009;
constexpr cl_device_info kPciDomainIdNv = 0x400A;
constexpr cl_device_info kTopologyAmd = 0x4037;
constexpr cl_device_info kPciBusInfoKhr = 0x410F;
constexpr cl_device_info kUuidKhr = 0x106A;

template <class T>
bool query(const cl::Device& device, cl_device_info what, T& value) {
    return clGetDeviceInfo(device(), what, sizeof value, &value, nullptr) == CL_SUCCESS;
}

std::string pci_address(const cl::Device& device) {
    struct {
        cl_uint domain, bus, device, function;
    } khr{};
    if (query(device, kPciBusInfoKhr, khr)) {
        return fmt::format("{:04x}:{:02x}:{:02x}.{:x}", khr.domain, khr.bus, khr.device,
                           khr.function);
    }
    cl_uint bus = 0;
    cl_uint slot = 0;
    if (query(device, kPciBusIdNv, bus) && query(device, kPciSlotIdNv, slot)) {
        cl_uint domain = 0;
        query(device, kPciDomainIdNv, domain);
        return fmt::format("{:04x}:{:02x}:{:02x}.{:x}", domain, bus, slot >> 3, slot & 7);
    }
    struct {
        cl_uint type;
        unsigned char unused[17];
        unsigned char bus, device, function;
    } amd{};
    if (query(device, kTopologyAmd, amd) && amd.type == 1) {
        return fmt::format("0000:{:02x}:{:02x}.{:x}", amd.bus, amd.device, amd.function);
    }
    return "";
}

std::string uuid(const cl::Device& device, const std::string& extensions) {
    unsigned char bytes[16] = {};
    if (extensions.find("cl_khr_device_uuid") == std::string::npos ||
        !query(device, kUuidKhr, bytes)) {
        return "";
    }
    std::string text;
    for (unsigned char byte : bytes) text += fmt::format("{:02x}", byte);
    return text;
}

DeviceKind kind_of(cl_device_type type) {
    if ((type & CL_DEVICE_TYPE_GPU) != 0) return DeviceKind::gpu;
    return (type & CL_DEVICE_TYPE_CPU) != 0 ? DeviceKind::cpu : DeviceKind::accelerator;
}

/// Some drivers pad their texts with blanks or zero bytes.
std::string trimmed(std::string text) {
    const auto last = text.find_last_not_of(std::string(" \t\n\0", 4));
    text.erase(last == std::string::npos ? 0 : last + 1);
    const auto first = text.find_first_not_of(" \t");
    return first == std::string::npos ? "" : text.substr(first);
}

/// "; POCL_DEVICES is set to nonsense": what may hide drivers or devices.
std::string set_variables(std::initializer_list<const char*> names) {
    std::string text;
    for (const char* name : names) {
        if (const char* value = std::getenv(name)) {
            text += fmt::format("; {} is set to \"{}\"", name, value);
        }
    }
    return text;
}

}  // namespace

std::vector<PlatformDevice> find_devices(std::string& absence) {
    std::vector<PlatformDevice> found;
    std::vector<cl::Platform> platforms;
    // PoCL, which starts a thread per processor and some more, ends the process at one that is
    // refused.
    const std::size_t threads = std::size_t{std::thread::hardware_concurrency()} + 4;
    if (const std::size_t startable = startable_threads(threads); startable < threads) {
        absence = fmt::format(
            "left out, as drivers need more threads than the {} that the system "
            "allows; see the limits on processes and threads (ulimit -u, "
            "pids.max of a container)",
            startable);
        return found;
    }
    try {
        cl::Platform::get(&platforms);
    } catch (const cl::Error&) {
        // CL_PLATFORM_NOT_FOUND_KHR: there is no driver, or no loader either.
    }
    std::string known;  // reasons for platforms without devices
    for (const cl::Platform& platform : platforms) {
        std::vector<cl::Device> devices;
        std::string platform_name;
        try {
            platform_name = platform.getInfo<CL_PLATFORM_NAME>();
            platform.getDevices(CL_DEVICE_TYPE_ALL, &devices);
        } catch (const cl::Error&) {
            // CL_DEVICE_NOT_FOUND, or the driver has failed.
        }
        for (const cl::Device& device : devices) found.push_back({platform, device});
        if (!devices.empty()) continue;
        const std::string why = why_without_devices(platform_name);
        if (!why.empty()) known += (known.empty() ? "" : "; ") + why;
    }
    if (!loader_absence().empty()) {
        absence = loader_absence();
    } else if (platforms.empty()) {
        absence = "no driver; install one, such as pocl-opencl-icd (see platforms.md)" +
                  set_variables({"OCL_ICD_VENDORS", "OPENCL_VENDOR_PATH", "OCL_ICD_FILENAMES"});
    } else if (!known.empty()) {
        absence = known;
    } else if (found.empty()) {
        absence =
            "drivers, but no device: it may be absent, or this user may have no access to it "
            "(group render or video)" +
            set_variables({"POCL_DEVICES", "CUDA_VISIBLE_DEVICES", "ROCR_VISIBLE_DEVICES"});
    }
    return found;
}

cl::Device find_device(const Device& device) {
    std::string absence;
    const auto found = find_devices(absence);
    if (device.index_in_backend >= found.size()) {
        throw Error(ErrorKind::no_device,
                    fmt::format("opencl:{} is gone", device.index_in_backend));
    }
    return found[device.index_in_backend].device;
}

Device describe(const PlatformDevice& source) {
    Device d;
    const cl::Device& device = source.device;
    try {
        d.kind = kind_of(device.getInfo<CL_DEVICE_TYPE>());
        d.name = trimmed(device.getInfo<CL_DEVICE_NAME>());
        d.platform = trimmed(source.platform.getInfo<CL_PLATFORM_NAME>());
        d.vendor = trimmed(device.getInfo<CL_DEVICE_VENDOR>());
        d.driver = trimmed(device.getInfo<CL_DRIVER_VERSION>());
        d.version = trimmed(device.getInfo<CL_DEVICE_VERSION>());
        d.compute_units = device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>();
        d.clock_mhz = device.getInfo<CL_DEVICE_MAX_CLOCK_FREQUENCY>();
        d.memory = device.getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>();
        d.largest_allocation = device.getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>();
        d.local_memory = device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>();
        d.largest_work_group = device.getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>();
        const std::string extensions = device.getInfo<CL_DEVICE_EXTENSIONS>();
        d.f64 = extensions.find("cl_khr_fp64") != std::string::npos;
        cl_bool unified = CL_FALSE;
        query(device, CL_DEVICE_HOST_UNIFIED_MEMORY, unified);
        d.shares_host_memory = unified == CL_TRUE;
        if (quirks_of(d).allocates_all_memory) d.largest_allocation = d.memory;
        cl_uint major = 0, minor = 0;
        query(device, kComputeCapabilityMajor, major);
        query(device, kComputeCapabilityMinor, minor);
        d.compute_capability = 10 * major + minor;
        d.pci = pci_address(device);
        d.uuid = uuid(device, extensions);
    } catch (const cl::Error&) {
        // A driver that fails a query still has its device listed, with what it did report.
    }
    return d;
}

}  // namespace apsp::opencl
