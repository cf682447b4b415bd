// Enumerates CUDA's devices. The runtime is linked statically and finds the driver by itself, so
// the program also starts on machines without one.
#include <fstream>
#include <sstream>

#include "backends/cuda/kernels.hpp"
#include "backends/cuda/runtime.hpp"
#include "base/text.hpp"
#include "platform/library.hpp"

namespace apsp::cuda {
namespace {

std::string version_text(int version) {
    return fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

std::string why_none(cudaError_t error) {
    int driver = 0;
    cudaDriverGetVersion(&driver);
    if (driver == 0) {
        return "no NVIDIA driver: libcuda.so.1 was not found; install the driver, or start the "
               "container with GPUs";
    }
    if (error == cudaErrorInsufficientDriver) {
        return fmt::format("driver too old: it supports CUDA {}, this build needs {}",
                           version_text(driver), version_text(CUDART_VERSION));
    }
    if (error == cudaSuccess || error == cudaErrorNoDevice) return "no device";
    return fmt::format("{} ({})", cudaGetErrorString(error), cudaGetErrorName(error));
}

/// The driver's own version, "580.159.03", as OpenCL reports it; CUDA reports only the newest CUDA
/// version that the driver supports.
std::string driver_version() {
    std::string text;
    if (std::ifstream("/sys/module/nvidia/version") >> text) return text;
    // "NVRM version: NVIDIA UNIX x86_64 Kernel Module  580.159.03  Release Build ..."
    std::ifstream file("/proc/driver/nvidia/version");
    std::getline(file, text);
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        if (word.find('.') != std::string::npos &&
            word.find_first_not_of("0123456789.") == std::string::npos) {
            return word;
        }
    }
    // Containers may have neither file but still have the driver's library.
    if (void* library = open_library("libnvidia-ml.so.1")) {
        const auto init = reinterpret_cast<int (*)()>(find_function(library, "nvmlInit_v2"));
        const auto version = reinterpret_cast<int (*)(char*, unsigned)>(
            find_function(library, "nvmlSystemGetDriverVersion"));
        const auto shutdown = reinterpret_cast<int (*)()>(find_function(library, "nvmlShutdown"));
        char buffer[96] = {};
        if (init != nullptr && version != nullptr && shutdown != nullptr && init() == 0) {
            const bool found = version(buffer, sizeof buffer) == 0;
            shutdown();
            if (found) return buffer;
        }
    }
    return "";
}

Device describe(int index) {
    Device d;
    d.kind = DeviceKind::gpu;
    d.platform = "NVIDIA CUDA";
    d.vendor = "NVIDIA Corporation";
    d.driver = driver_version();
    cudaDeviceProp properties = {};
    if (cudaGetDeviceProperties(&properties, index) != cudaSuccess) {
        cudaGetLastError();
        return d;
    }
    const auto attribute = [&](cudaDeviceAttr which) {
        int value = 0;
        cudaDeviceGetAttribute(&value, which, index);
        return static_cast<std::size_t>(value);
    };
    int cuda = 0;
    cudaDriverGetVersion(&cuda);
    d.name = properties.name;
    d.version = fmt::format("CUDA {}, compute capability {}.{}", version_text(cuda),
                            properties.major, properties.minor);
    d.compute_capability = static_cast<std::size_t>(10 * properties.major + properties.minor);
    d.compute_units = attribute(cudaDevAttrMultiProcessorCount);
    d.clock_mhz = attribute(cudaDevAttrClockRate) / 1000;
    d.memory = properties.totalGlobalMem;
    d.largest_allocation = d.memory;
    d.local_memory = attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin);
    d.largest_work_group = attribute(cudaDevAttrMaxThreadsPerBlock);
    d.f64 = true;
    d.compiled = has_machine_code(d.compute_capability);
    d.pci = fmt::format("{:04x}:{:02x}:{:02x}.0", properties.pciDomainID, properties.pciBusID,
                        properties.pciDeviceID);
    for (char byte : properties.uuid.bytes) {
        d.uuid += fmt::format("{:02x}", static_cast<unsigned char>(byte));
    }
    return d;
}

}  // namespace

std::vector<Device> find_devices(std::string& absence) {
    int count = 0;
    const cudaError_t error = cudaGetDeviceCount(&count);
    if (error != cudaSuccess || count == 0) {
        cudaGetLastError();  // or the next call would report it again
        absence = why_none(error);
        return {};
    }
    std::vector<Device> devices;
    for (int index = 0; index < count; ++index) devices.push_back(describe(index));
    return devices;
}

}  // namespace apsp::cuda
