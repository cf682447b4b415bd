// See quirks.hpp.
#include "backends/opencl/quirks.hpp"

#include <fmt/core.h>

#include <cstdlib>
#include <filesystem>
#include <string_view>

#include "platform/file.hpp"

namespace apsp::opencl {
namespace {

bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

bool is_nvidia(const Device& device) {
    return has(device.vendor, "NVIDIA");
}

constexpr std::string_view kPocl = "Portable Computing Language";

bool is_pocl(const Device& device) {
    return has(device.platform, kPocl);
}

/// Where PoCL keeps compiled kernels.
std::filesystem::path pocl_cache() {
    const auto set = [](const char* variable) {
        const char* const value = std::getenv(variable);
        return std::filesystem::path(value == nullptr ? "" : value);
    };
    if (const auto own = set("POCL_CACHE_DIR"); !own.empty()) return own;
    if (const auto caches = set("XDG_CACHE_HOME"); !caches.empty()) return caches / "pocl/kcache";
    if (const auto home = set("HOME"); !home.empty()) return home / ".cache/pocl/kcache";
    return "/tmp/pocl/kcache";
}

/// Whether this user may write in the folder, or make it.
bool writable(std::filesystem::path folder) {
    std::error_code ignored;
    while (!std::filesystem::exists(folder, ignored) && folder.has_parent_path()) {
        folder = folder.parent_path();
    }
    return may_write_in(folder);
}

bool is_intel_cpu_runtime(const Device& device) {
    return device.kind == DeviceKind::cpu && (has(device.platform, "Intel(R) OpenCL") ||
                                              has(device.platform, "Intel(R) CPU Runtime"));
}

// Of the host's processor.
#if defined(__x86_64__)
#define APSP_HOST_HAS(instructions) __builtin_cpu_supports(instructions)
#else
#define APSP_HOST_HAS(instructions) false
#endif

}  // namespace

GpuFamily gpu_family(const Device& device) {
    const auto named = [&](auto... parts) { return (has(device.name, parts) || ...); };
    if (is_nvidia(device)) return GpuFamily::nvidia;
    if (device.kind != DeviceKind::gpu) return GpuFamily::other;
    if (has(device.vendor, "Advanced Micro Devices") || device.vendor == "AMD") {
        if (named("gfx908", "gfx90a", "gfx94", "gfx95")) return GpuFamily::amd_cdna;
        if (named("gfx10", "gfx11", "gfx12", "navi")) return GpuFamily::amd_rdna;
        return GpuFamily::amd_gcn;
    }
    return has(device.vendor, "Intel") ? GpuFamily::intel : GpuFamily::other;
}

CpuFamily cpu_family(const Device& device) {
    if (is_pocl(device) && names_avx512(device)) return CpuFamily::pocl_avx512;
    if (has_true_fma(device)) return CpuFamily::pocl_fma;
    if (!is_intel_cpu_runtime(device)) return CpuFamily::other;
    return APSP_HOST_HAS("avx512f") ? CpuFamily::intel_avx512 : CpuFamily::intel;
}

bool names_avx512(const Device& device) {
    return has(device.name, "avx512");
}

bool queues_must_take_turns(const Device& device) {
    return is_pocl(device);
}

bool needs_ternary_minima(const Device& device) {
    return device.kind == DeviceKind::cpu && !is_intel_cpu_runtime(device);
}

std::optional<std::size_t> iteration_limit(const Device& device) {
    if (!has(device.name, "llvmpipe")) return std::nullopt;
    return 65535;
}

bool has_true_fma(const Device& device) {
    return is_pocl(device) && APSP_HOST_HAS("fma");
}

bool has_wide_vectors(const Device& device) {
    return is_pocl(device);
}

bool builds_broadcast_assembly(const Device& device) {
    return is_pocl(device) && device.driver.starts_with("3.");
}

bool builds_close_square(const Device& device) {
    return !is_pocl(device) || device.driver.starts_with("3.");
}

bool caps_registers(const Device& device) {
    return is_nvidia(device);
}

bool needs_two_lanes_ptx(const Device& device) {
    return is_nvidia(device) && device.compute_capability >= 90;
}

const TensorKernels* tensor_kernels(const Device& device) {
    if (is_nvidia(device)) return device.compute_capability >= 80 ? &kTensorGpu : nullptr;
    const bool known = has(device.name, "gfx90a") || has(device.name, "gfx94");
    return known && gpu_family(device) == GpuFamily::amd_cdna ? &kTensorAmd : nullptr;
}

bool takes_barriers_in_branches(const Device& device) {
    return !is_pocl(device);
}

bool takes_ptx(const Device& device) {
    return is_nvidia(device);
}

bool allocates_all_memory(const Device& device) {
    return is_nvidia(device) && !device.shares_host_memory;
}

GroupFence fence_between_groups(const Device& device) {
    if (device.kind == DeviceKind::cpu) return GroupFence::coherent;
    return is_nvidia(device) ? GroupFence::ptx : GroupFence::none;
}

std::size_t polls_between_groups(const Device& device) {
    return std::size_t{1} << (device.kind == DeviceKind::gpu ? 22 : 28);
}

std::optional<double> event_seconds(std::uint64_t start, std::uint64_t end, double host_seconds) {
    if (start == 0 || end <= start) return std::nullopt;
    const double seconds = static_cast<double>(end - start) * 1e-9;
    if (seconds <= host_seconds / 1000 || seconds >= host_seconds * 1.1) return std::nullopt;
    return seconds;
}

bool prints_warnings(const Device& device) {
    return is_pocl(device);
}

std::string why_without_devices(const std::string& platform) {
    if (has(platform, kPocl) && !writable(pocl_cache())) {
        return fmt::format(
            "PoCL cannot write to its cache folder, {}; set POCL_CACHE_DIR to a "
            "folder that can be written to",
            pocl_cache().string());
    }
    if (has(platform, "rusticl") && std::getenv("RUSTICL_ENABLE") == nullptr) {
        return "Mesa's rusticl shows only the drivers that RUSTICL_ENABLE names, such as llvmpipe, "
               "radeonsi or iris, and it is not set";
    }
    return "";
}

}  // namespace apsp::opencl
