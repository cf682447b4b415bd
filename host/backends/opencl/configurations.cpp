// What was measured to be best, and what runs anywhere. Rates are relaxations a second.
#include "backends/opencl/configurations.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "backends/opencl/devices.hpp"
#include "backends/opencl/settings.hpp"
#include "backends/opencl/vendor_configurations.hpp"
#include "base/text.hpp"
#include "graph/padding.hpp"

namespace apsp {
namespace {

// Edges of tiles that exist. On an H200 a closed tile of 64 costs 5.3 us.
constexpr std::size_t kTile = 64;
constexpr std::size_t kGpuTiles[] = {32, 64};
constexpr std::size_t kCpuTiles[] = {64, 128};

// H200, update alone, n = 16384, K = 512: 16.25 T/s for f32 >= 0, 13.5 with the true minimum, 15.7
// for i32, 5.1 for f64. A cap of 168 registers leaves 12 warps a processor; at 160 it is 15.9, at
// 176 15.1. See update_gpu.cl for other shapes.
constexpr GpuConfiguration kNvidiaF32Bits = {.tm = 64,
                                             .tn = 128,
                                             .rm = 8,
                                             .rn = 8,
                                             .kd = 16,
                                             .ud = 16,
                                             .kp = 2,
                                             .band = 32,
                                             .by_columns = false,
                                             .max_registers = 168,
                                             .sd = 64,
                                             .pn = 32,
                                             .skip = true,
                                             .minimum = "MIN_BITS"};
constexpr GpuConfiguration kNvidiaF32 = {.tm = 64,
                                         .tn = 128,
                                         .rm = 8,
                                         .rn = 8,
                                         .kd = 16,
                                         .ud = 16,
                                         .kp = 1,
                                         .band = 32,
                                         .by_columns = true,
                                         .max_registers = 168,
                                         .sd = 64,
                                         .pn = 32,
                                         .skip = true,
                                         .minimum = ""};
constexpr GpuConfiguration kNvidiaI32 = {.tm = 64,
                                         .tn = 128,
                                         .rm = 8,
                                         .rn = 8,
                                         .kd = 16,
                                         .ud = 16,
                                         .kp = 1,
                                         .band = 32,
                                         .by_columns = false,
                                         .max_registers = 168,
                                         .sd = 64,
                                         .pn = 32,
                                         .skip = true,
                                         .minimum = ""};
// i16 and u8, two lanes a word; the tile is no wider than kPadding.
constexpr GpuConfiguration kNvidia16 = {.tm = 128,
                                        .tn = 64,
                                        .rm = 8,
                                        .rn = 8,
                                        .kd = 16,
                                        .ud = 16,
                                        .kp = 1,
                                        .band = 32,
                                        .by_columns = false,
                                        .max_registers = 168,
                                        .sd = 64,
                                        .pn = 32,
                                        .skip = true,
                                        .minimum = ""};
constexpr GpuConfiguration kNvidiaF64 = {.tm = 64,
                                         .tn = 64,
                                         .rm = 4,
                                         .rn = 8,
                                         .kd = 8,
                                         .ud = 8,
                                         .kp = 1,
                                         .band = 32,
                                         .by_columns = false,
                                         .max_registers = 0,
                                         .sd = 32,
                                         .pn = 16,
                                         .skip = true,
                                         .minimum = "MIN_TERNARY"};
// 32 KiB of local memory and groups of 256: any GPU. Compiled for gfx803, gfx90a and gfx1030
// nothing spills; 10 T/s on the H200 at n = 4096.
constexpr GpuConfiguration kAnyGpu = {.tm = 128,
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
constexpr GpuConfiguration kAnyGpuF64 = {.tm = 64,
                                         .tn = 64,
                                         .rm = 4,
                                         .rn = 4,
                                         .kd = 8,
                                         .ud = 2,
                                         .kp = 1,
                                         .band = 8,
                                         .by_columns = false,
                                         .max_registers = 0,
                                         .sd = 16,
                                         .pn = 16,
                                         .skip = false,
                                         .minimum = ""};

// i16 and u8: 128 x 64 words.
constexpr GpuConfiguration kAnyGpu16 = {.tm = 128,
                                        .tn = 64,
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
// Bits: any multiple of 64 rows.
constexpr GpuConfiguration kAnyGpuBits = {.tm = 64,
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

// Zen 4 through PoCL, ratio to a register-only AVX2 loop of additions and minima: 1.7 with 16 x 1
// vectors of 16 floats and the sum as a fused multiply-add, 1.4 with 4 x 2 of 8.
constexpr CpuConfiguration kAvx512Asm = {.vw = 16,
                                         .rows = 16,
                                         .column_vectors = 1,
                                         .close_vectors = 4,
                                         .plus_fma = true,
                                         .broadcast_asm = true};
constexpr CpuConfiguration kAvx512AsmF64 = {.vw = 8,
                                            .rows = 16,
                                            .column_vectors = 1,
                                            .close_vectors = 4,
                                            .plus_fma = true,
                                            .broadcast_asm = true};
// Xeon through PoCL 5.0, 16 threads, n = 4096: 443 G/s so, 396 with the multiply-add but no
// assembly.
constexpr CpuConfiguration kAvx512 = {.vw = 16,
                                      .rows = 16,
                                      .column_vectors = 1,
                                      .close_vectors = 4,
                                      .plus_fma = false,
                                      .broadcast_asm = false};
constexpr CpuConfiguration kAvx512F64 = {.vw = 8,
                                         .rows = 16,
                                         .column_vectors = 1,
                                         .close_vectors = 4,
                                         .plus_fma = false,
                                         .broadcast_asm = false};
constexpr CpuConfiguration kFma = {.vw = 8,
                                   .rows = 4,
                                   .column_vectors = 2,
                                   .close_vectors = 4,
                                   .plus_fma = true,
                                   .broadcast_asm = false};
constexpr CpuConfiguration kFmaF64 = {.vw = 4,
                                      .rows = 4,
                                      .column_vectors = 2,
                                      .close_vectors = 4,
                                      .plus_fma = true,
                                      .broadcast_asm = false};
// Elements of 16 and 8 bits. OpenCL C has vectors of 16 elements at most; PoCL's compiler takes
// longer ones. Zen 3, PoCL 3.1, a thread, n = 2048: i16 72 G/s with 4 x 2 vectors, 60 with 5 x 2,
// 64 with 6 x 2; u8 130 with vectors of 32, 57 with 16. Those of AVX-512 have not been measured.
constexpr CpuConfiguration kAvx512I16 = {.vw = 32,
                                         .rows = 8,
                                         .column_vectors = 2,
                                         .close_vectors = 2,
                                         .plus_fma = false,
                                         .broadcast_asm = false};
constexpr CpuConfiguration kAvx512U8 = {.vw = 64,
                                        .rows = 8,
                                        .column_vectors = 2,
                                        .close_vectors = 1,
                                        .plus_fma = false,
                                        .broadcast_asm = false};
constexpr CpuConfiguration kAvx2U8 = {.vw = 32,
                                      .rows = 4,
                                      .column_vectors = 2,
                                      .close_vectors = 2,
                                      .plus_fma = false,
                                      .broadcast_asm = false};
constexpr CpuConfiguration kAnyCpuSmall = {.vw = 16,
                                           .rows = 4,
                                           .column_vectors = 2,
                                           .close_vectors = 4,
                                           .plus_fma = false,
                                           .broadcast_asm = false};
constexpr CpuConfiguration kAnyCpu = {.vw = 8,
                                      .rows = 4,
                                      .column_vectors = 2,
                                      .close_vectors = 4,
                                      .plus_fma = false,
                                      .broadcast_asm = false};

bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

bool is_llvmpipe(const Device& device) {
    return has(device.name, "llvmpipe");
}

void check_fits(const GpuConfiguration& c, const Device& device, Dtype dtype) {
    const std::size_t local = 2 * c.kd * (c.tm + c.tn) * std::max<std::size_t>(size_of(dtype), 4);
    const std::size_t group = std::max<std::size_t>(c.update_group(), 256);
    if (device.largest_work_group < group || device.local_memory < local) {
        throw Error(
            ErrorKind::usage,
            fmt::format("the kernels for GPUs need work-groups of {} and {} of local memory; "
                        "device {} ({}) allows {} and {}; try SolveOptions::algorithm fw",
                        group, format_bytes(local), device.index, device.name,
                        device.largest_work_group, format_bytes(device.local_memory)));
    }
}

/// `block` is the device's choice; 0 for tiles alone.
std::vector<std::size_t> choose_blocks(const EngineOptions& options, std::size_t block,
                                       std::span<const std::size_t> tiles) {
    const std::size_t tile = options.tile == 0 ? kTile : options.tile;
    if (std::ranges::find(tiles, tile) == tiles.end()) {
        throw Error(ErrorKind::usage, fmt::format("tile {}: these kernels have tiles of {}", tile,
                                                  fmt::join(tiles, " and ")));
    }
    if (const auto tuned = options.settings.find("block"); tuned != options.settings.end()) {
        block = tuned->second;
        check_block(block);
    }
    if (options.block != 0) block = options.block;
    if (block == 0) block = tile;
    if (block != tile && block % std::max(tile, kPadding) != 0) {
        throw Error(ErrorKind::usage,
                    fmt::format("block {}: expected the tile, {}, or a multiple of "
                                "{}",
                                block, tile, std::max(tile, kPadding)));
    }
    if (block == tile) return {tile};
    return {block, tile};
}

GpuConfiguration nvidia_configuration(const EngineOptions& options) {
    if (options.semiring == Semiring::or_and) return kNvidiaI32;
    const bool additive = options.semiring == Semiring::min_plus;
    GpuConfiguration configuration{};
    switch (options.dtype) {
        case Dtype::f32: return options.non_negative ? kNvidiaF32Bits : kNvidiaF32;
        case Dtype::f64: return kNvidiaF64;
        case Dtype::i32:
            configuration = kNvidiaI32;
            // There is no minimum fused with a maximum; but one of three operands.
            if (!additive) {
                configuration.kp = 2;
                configuration.minimum = "MIN_BITS";
            }
            return configuration;
        case Dtype::i16:
        case Dtype::u8: return kNvidia16;
    }
    throw Error(ErrorKind::internal, "unknown element type");
}

GpuConfiguration any_gpu_configuration(const EngineOptions& options) {
    if (options.semiring == Semiring::or_and) return kAnyGpuBits;
    if (options.dtype == Dtype::f64) return kAnyGpuF64;
    return size_of(options.dtype) < 4 ? kAnyGpu16 : kAnyGpu;
}

CpuConfiguration default_cpu_configuration(const Device& device, const EngineOptions& options) {
    // rusticl's fma is wrong for +infinity, so only PoCL gets it.
    const bool pocl = is_pocl(device);
    const Dtype dtype = element_of(options);
    const bool f64 = dtype == Dtype::f64;
    if (size_of(dtype) < 4) {
        const bool u8 = dtype == Dtype::u8;
        if (pocl && has(device.name, "avx512")) return u8 ? kAvx512U8 : kAvx512I16;
        return pocl && host_has_fma() && u8 ? kAvx2U8 : kAnyCpuSmall;
    }
    if (pocl && has(device.name, "avx512")) {
        // The assembly was measured on PoCL 3.1; the compiler of 5.0 dies of it.
        if (device.driver.starts_with("3.")) return f64 ? kAvx512AsmF64 : kAvx512Asm;
        return f64 ? kAvx512F64 : kAvx512;
    }
    if (pocl && host_has_fma()) return f64 ? kFmaF64 : kFma;
    if (const auto row = vendor_cpu_configuration(device, options)) return *row;
    return kAnyCpu;
}

void add_minimum(KernelOptions& options, const char* minimum) {
    if (*minimum != '\0') options.defines.push_back({minimum, 1});
}

}  // namespace

KernelOptions GpuConfiguration::update_options(const EngineOptions& engine) const {
    KernelOptions options{engine.dtype,
                          engine.semiring,
                          {{"TM", tm},
                           {"TN", tn},
                           {"RM", rm},
                           {"RN", rn},
                           {"KD", kd},
                           {"UD", ud},
                           {"KP", kp},
                           {"BAND", band}}};
    add_minimum(options, minimum);
    if (two_lanes_ptx) options.defines.push_back({"NVIDIA_16X2", 1});
    if (by_columns) options.defines.push_back({"BY_COLUMNS", 1});
    if (max_registers != 0) {
        options.defines.push_back({"ANY_GROUP", 1});
        options.extra = fmt::format("-cl-nv-maxrregcount={}", max_registers);
    }
    return options;
}

KernelOptions GpuConfiguration::tile_options(const EngineOptions& engine, std::size_t tile,
                                             const Device& device) const {
    KernelOptions options{
        engine.dtype, engine.semiring, {{"TS", tile}, {"SD", std::min(sd, tile)}, {"PN", pn}}};
    add_minimum(options, minimum);
    if (two_lanes_ptx) options.defines.push_back({"NVIDIA_16X2", 1});
    if (skip) options.defines.push_back({"SKIP", device.compute_units});
    return options;
}

KernelOptions CpuConfiguration::options(const EngineOptions& engine, std::size_t tile) const {
    KernelOptions options{element_of(engine),
                          engine.semiring,
                          {{"VW", vw},
                           {"ROWS", rows},
                           {"COLUMN_VECTORS", column_vectors},
                           {"CLOSE_VECTORS", close_vectors},
                           {"CLOSE_TILE", tile},
                           {"TILE_COLS", cpu_tile_columns(engine)},
                           {"MIN_TERNARY", 1}}};
    if (engine.semiring == Semiring::or_and) options.defines.push_back({"BITS", 1});
    if (vw > 16) options.defines.push_back({"WIDE", 1});
    if (!is_integral(options.dtype)) {
        if (plus_fma) options.defines.push_back({"PLUS_FMA", 1});
        if (broadcast_asm) options.defines.push_back({"BROADCAST_ASM", 1});
    }
    return options;
}

GpuConfiguration gpu_configuration(const Device& device, const EngineOptions& options) {
    const bool nvidia = has(device.vendor, "NVIDIA");
    GpuConfiguration configuration =
        nvidia ? nvidia_configuration(options)
               : vendor_gpu_configuration(device, options).value_or(any_gpu_configuration(options));
    // Intel's compiler dies of the ternaries of integers (2026.22.10).
    if (device.kind == DeviceKind::cpu && !is_intel_cpu_runtime(device)) {
        configuration.minimum = "MIN_TERNARY_ALL";
    }
    if (nvidia) {
        // Narrower panels make enough groups for a small matrix.
        if (options.n <= 1024) configuration.pn = 16;
        configuration.two_lanes_ptx = size_of(options.dtype) < 4 && device.compute_capability >= 90;
    }
    apply(options.settings, configuration, device, options);
    check_fits(configuration, device, options.dtype);
    return configuration;
}

CpuConfiguration cpu_configuration(const Device& device, const EngineOptions& options) {
    CpuConfiguration configuration = default_cpu_configuration(device, options);
    // llvmpipe ends the loops of a work-item in silence after 65535 iterations. A tile is 128 steps
    // of 4 x 2 vectors at most, each with `depth` pivots of 15 iterations, if none is unrolled.
    if (is_llvmpipe(device)) configuration.depth = 32;
    apply(options.settings, configuration, device, options);
    return configuration;
}

Dtype element_of(const EngineOptions& options) {
    return options.semiring == Semiring::or_and ? Dtype::i32 : options.dtype;
}

std::size_t cpu_tile_columns(const EngineOptions& options) {
    return options.semiring == Semiring::or_and ? 32 : kPadding;
}

std::size_t cpu_vector_width(const Device& device, Dtype dtype) {
    const std::size_t bytes = has(device.name, "avx512") ? 64 : 32;
    return std::min<std::size_t>(bytes / size_of(dtype), 16);
}

std::vector<std::size_t> gpu_blocks(const EngineOptions& options, std::size_t ld) {
    // H200: n = 2048 in 0.88 ms with tiles alone, 0.99 with blocks of 512; from 4096 on blocks win,
    // 13.1 against 12.6 T/s. Blocks of 1024 gain 0.2 % at n = 32768 and take another 1.6 % of
    // memory.
    // Products of a symmetric matrix, and of one in stripes, are apart from the tiles, so their
    // blocks are whole tiles of the product.
    const bool apart = options.symmetric || options.stripe_rows != 0;
    const std::size_t block = apart ? kPadding : 0;
    auto blocks = choose_blocks(options, ld <= 2048 ? block : 512, kGpuTiles);
    if (apart && blocks.size() == 1) blocks.insert(blocks.begin(), block);
    return blocks;
}

std::vector<std::size_t> gpu_bit_blocks(const EngineOptions& options) {
    constexpr std::size_t kBitTiles[] = {kTile};
    return choose_blocks(options, 512, kBitTiles);
}

std::vector<std::size_t> cpu_blocks(const EngineOptions& options, const Device& device) {
    // 256 in 64 is best for every n; tiles alone are 20 to 35 % slower.
    const auto blocks = choose_blocks(options, 256, kCpuTiles);
    // Closing a tile of 128 takes 65536 iterations.
    if (is_llvmpipe(device) && blocks.back() > 64) {
        throw Error(ErrorKind::usage,
                    fmt::format("tile {}: llvmpipe allows 65535 iterations a work-item, enough for "
                                "a tile of 64",
                                blocks.back()));
    }
    return blocks;
}

}  // namespace apsp
