// Which configuration of the OpenCL kernels a device gets.
#include "backends/opencl/configurations.hpp"

#include <doctest/doctest.h>

namespace apsp::opencl {

TEST_CASE("configurations: PoCL gets ternaries for minima, on Intel's processors, too") {
    EngineOptions options;
    options.n = 300;
    options.semiring = Semiring::max_min;
    Device device;
    device.kind = DeviceKind::cpu;
    device.largest_work_group = 4096;
    device.local_memory = 512 << 10;
    device.platform = "Portable Computing Language";
    for (const char* vendor : {"AuthenticAMD", "GenuineIntel"}) {
        device.vendor = vendor;
        CHECK(gpu_configuration(device, options).minimum == std::string("MIN_TERNARY_ALL"));
    }
    // Its compiler dies of them.
    device.platform = "Intel(R) OpenCL";
    device.vendor = "Intel(R) Corporation";
    CHECK(gpu_configuration(device, options).minimum != std::string("MIN_TERNARY_ALL"));
}

}  // namespace apsp::opencl
