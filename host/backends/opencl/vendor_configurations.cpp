// Only the rows of Intel's CPU runtime for AVX2 have run as what they are for. tools/amd-check
// compiles AMD's, which it reads from here, and finds no spill; the others have only been built by
// other compilers. `apsp-ocl tune` finds better ones where there is such a device.
#include "backends/opencl/vendor_configurations.hpp"

#include "backends/opencl/settings.hpp"

namespace apsp::opencl {
namespace {

// 64 lanes a wave, 64 KiB of local memory a compute unit, 256 registers a lane. Compiled only.
constexpr GpuConfiguration kAmdGcn = {.tm = 128,
                                      .tn = 128,
                                      .rm = 8,
                                      .rn = 8,
                                      .kd = 8,
                                      .ud = 1,
                                      .kp = 1,
                                      .band = 8,
                                      .by_columns = false,
                                      .max_registers = 0,
                                      .sd = 32,
                                      .pn = 32,
                                      .skip = false,
                                      .minimum = ""};
// As GCN, with 512 registers: slabs of twice the depth, half the barriers. Compiled only.
constexpr GpuConfiguration kAmdCdna = {.tm = 128,
                                       .tn = 128,
                                       .rm = 8,
                                       .rn = 8,
                                       .kd = 16,
                                       .ud = 2,
                                       .kp = 1,
                                       .band = 16,
                                       .by_columns = false,
                                       .max_registers = 0,
                                       .sd = 32,
                                       .pn = 32,
                                       .skip = false,
                                       .minimum = ""};
// 32 lanes a wave: smaller groups of four waves. Compiled only.
constexpr GpuConfiguration kAmdRdna = {.tm = 64,
                                       .tn = 128,
                                       .rm = 8,
                                       .rn = 8,
                                       .kd = 16,
                                       .ud = 2,
                                       .kp = 1,
                                       .band = 16,
                                       .by_columns = false,
                                       .max_registers = 0,
                                       .sd = 32,
                                       .pn = 32,
                                       .skip = false,
                                       .minimum = ""};
// 128 registers of 32 bytes a thread, 8 to 16 lanes: few cells a work-item. Never run.
constexpr GpuConfiguration kIntelGpu = {.tm = 64,
                                        .tn = 64,
                                        .rm = 4,
                                        .rn = 4,
                                        .kd = 16,
                                        .ud = 2,
                                        .kp = 1,
                                        .band = 8,
                                        .by_columns = false,
                                        .max_registers = 0,
                                        .sd = 32,
                                        .pn = 32,
                                        .skip = false,
                                        .minimum = ""};
// Intel's compiler keeps to the vectors that it gets. Zen 3, 2026.22.10, two threads: 8 lanes
// are 1.5 to 1.8 times as fast as 16 in i32, 1.25 times in f32; 4 are level with 8 in f64.
constexpr CpuConfiguration kIntelCpu = {.vw = 8,
                                        .rows = 4,
                                        .column_vectors = 2,
                                        .close_vectors = 4,
                                        .plus_fma = false,
                                        .broadcast_asm = false};
constexpr CpuConfiguration kIntelCpuF64 = {.vw = 4,
                                           .rows = 4,
                                           .column_vectors = 2,
                                           .close_vectors = 4,
                                           .plus_fma = false,
                                           .broadcast_asm = false};
// Never run.
constexpr CpuConfiguration kIntelCpuAvx512 = {.vw = 16,
                                              .rows = 4,
                                              .column_vectors = 2,
                                              .close_vectors = 4,
                                              .plus_fma = false,
                                              .broadcast_asm = false};
constexpr CpuConfiguration kIntelCpuAvx512F64 = {.vw = 8,
                                                 .rows = 4,
                                                 .column_vectors = 2,
                                                 .close_vectors = 4,
                                                 .plus_fma = false,
                                                 .broadcast_asm = false};

bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

const GpuConfiguration* amd_row(const std::string& name) {
    for (const char* cdna : {"gfx908", "gfx90a", "gfx94", "gfx95"}) {
        if (has(name, cdna)) return &kAmdCdna;
    }
    for (const char* rdna : {"gfx10", "gfx11", "gfx12", "navi"}) {
        if (has(name, rdna)) return &kAmdRdna;
    }
    return &kAmdGcn;
}

}  // namespace

std::optional<GpuConfiguration> vendor_gpu_configuration(const Device& device,
                                                         const EngineOptions& options) {
    // The rows are for words of 32 bits with one lane.
    if (device.kind != DeviceKind::gpu || size_of(options.dtype) != 4) return std::nullopt;
    if (has(device.vendor, "Advanced Micro Devices") || device.vendor == "AMD") {
        return *amd_row(device.name);
    }
    if (has(device.vendor, "Intel")) return kIntelGpu;
    return std::nullopt;
}

bool is_intel_cpu_runtime(const Device& device) {
    return device.kind == DeviceKind::cpu && (has(device.platform, "Intel(R) OpenCL") ||
                                              has(device.platform, "Intel(R) CPU Runtime"));
}

std::optional<CpuConfiguration> vendor_cpu_configuration(const Device& device,
                                                         const EngineOptions& options) {
    const Dtype dtype = element_of(options);
    if (!is_intel_cpu_runtime(device) || size_of(dtype) < 4) return std::nullopt;
    const bool f64 = dtype == Dtype::f64;
    if (host_has_avx512()) return f64 ? kIntelCpuAvx512F64 : kIntelCpuAvx512;
    return f64 ? kIntelCpuF64 : kIntelCpu;
}

}  // namespace apsp::opencl
