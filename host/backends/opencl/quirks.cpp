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

bool names_avx512(const Device& device) {
    return has(device.name, "avx512");
}

bool has_true_fma(const Device& device) {
    return is_pocl(device) && APSP_HOST_HAS("fma");
}

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

Quirks quirks_of(const Device& device) {
    const bool nvidia = is_nvidia(device), pocl = is_pocl(device);
    const bool pocl_3 = pocl && device.driver.starts_with("3.");
    const bool gpu = device.kind == DeviceKind::gpu, cpu = device.kind == DeviceKind::cpu;
    const bool llvmpipe = has(device.name, "llvmpipe");
    const bool cdna_2_or_3 = has(device.name, "gfx90a") || has(device.name, "gfx94");
    const bool amd_tensor = cdna_2_or_3 && gpu_family(device) == GpuFamily::amd_cdna;
    const bool nvidia_tensor = nvidia && device.compute_capability >= 80;
    return {.names_avx512 = names_avx512(device),
            .queues_must_take_turns = pocl,
            .needs_ternary_minima = cpu && !is_intel_cpu_runtime(device),
            .iteration_limit = llvmpipe ? std::optional<std::size_t>(65535) : std::nullopt,
            .has_true_fma = has_true_fma(device),
            .has_wide_vectors = pocl,
            .builds_broadcast_assembly = pocl_3,
            .builds_close_square = !pocl || pocl_3,
            .caps_registers = nvidia,
            .needs_two_lanes_ptx = nvidia && device.compute_capability >= 90,
            .tensor_kernels = nvidia_tensor ? &kTensorGpu
                              : amd_tensor  ? &kTensorAmd
                                            : nullptr,
            .takes_barriers_in_branches = !pocl,
            .takes_ptx = nvidia,
            .allocates_all_memory = nvidia && !device.shares_host_memory,
            .fence_between_groups = cpu      ? GroupFence::coherent
                                    : nvidia ? GroupFence::ptx
                                             : GroupFence::none,
            .polls_between_groups = std::size_t{1} << (gpu ? 22 : 28),
            .prints_warnings = pocl};
}

std::optional<double> event_seconds(std::uint64_t start, std::uint64_t end, double host_seconds) {
    if (start == 0 || end <= start) return std::nullopt;
    const double seconds = static_cast<double>(end - start) * 1e-9;
    if (seconds <= host_seconds / 1000 || seconds >= host_seconds * 1.1) return std::nullopt;
    return seconds;
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
