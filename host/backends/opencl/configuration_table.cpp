// The configurations that were measured to be best, and those that run anywhere: a row for each
// family of devices and each kind of element. Rates are relaxations per second.
//
// Only the rows of NVIDIA, of PoCL and, for AVX2, of Intel's runtime for CPUs have run on the
// devices that they are for. tools/amd-check compiles AMD's and finds no spill; those of Intel's
// GPUs have only been compiled by other compilers. `apsp-ocl tune` finds better ones on such
// devices.
#include "backends/opencl/configurations.hpp"
#include "backends/opencl/quirks.hpp"

namespace apsp::opencl {
namespace {

using G = GpuConfiguration;
using C = CpuConfiguration;
using S = SweepConfiguration;

constexpr Member<G> kGpuMembers[] = {
    {"tm", "TM", &G::tm, Kernels::product, {64, 128}},
    {"tn", "TN", &G::tn, Kernels::product, {64, 128}},
    {"rm", "RM", &G::rm, Kernels::product, {4, 8}},
    {"rn", "RN", &G::rn, Kernels::product, {4, 8}},
    {"kd", "KD", &G::kd, Kernels::product, {8, 16, 32}},
    {"ud", "UD", &G::ud, Kernels::product, {1, 2, 4, 8, 16, 32}},
    {"kp", "KP", &G::kp, Kernels::product, {1, 2}},
    {"band", "BAND", &G::band, Kernels::product, {1, 2, 4, 8, 16, 32, 64}},
    {"by_columns", "BY_COLUMNS", &G::by_columns, Kernels::product, {0, 1}},
    {"max_registers",
     "MAX_REGISTERS",
     &G::max_registers,
     Kernels::product,
     {0, 96, 128, 144, 160, 168, 176, 192, 255}},
    {"sd", "SD", &G::sd, Kernels::tiles},
    {"pn", "PN", &G::pn, Kernels::tiles},
    {"skip", "SKIP", &G::skip, Kernels::tiles},
    {"min_bits", "MIN_BITS", &G::min_bits, Kernels::all, {0, 1}},
    {"min_ternary", "MIN_TERNARY", &G::min_ternary, Kernels::all, {0, 1}},
    {"min_ternary_all", "MIN_TERNARY_ALL", &G::min_ternary_all},
    {"two_lanes_ptx", "TWO_LANES_PTX", &G::two_lanes_ptx},
    {"together", "", &G::together, Kernels::all, {0, 1}},
};

constexpr Member<C> kCpuMembers[] = {
    {"vw", "VW", &C::vw, Kernels::all, {2, 4, 8, 16, 32, 64}},
    {"rows", "ROWS", &C::rows, Kernels::all, {1, 2, 4, 8, 16}},
    {"column_vectors", "COLUMN_VECTORS", &C::column_vectors, Kernels::all, {1, 2, 4}},
    {"close_vectors", "CLOSE_VECTORS", &C::close_vectors, Kernels::all, {1, 2, 4, 8}},
    {"plus_fma", "PLUS_FMA", &C::plus_fma, Kernels::all, {0, 1}},
    {"broadcast_asm", "BROADCAST_ASM", &C::broadcast_asm, Kernels::all, {0, 1}},
    {"depth", "", &C::depth},
};

constexpr Member<S> kSweepMembers[] = {
    {"lanes", "LANES", &S::lanes, Kernels::all, {1, 2, 4, 8, 16}},
    {"vectors", "VECTORS", &S::vectors, Kernels::all, {1, 2, 4, 8, 16}},
    {"group", "GROUP", &S::group, Kernels::all, {1, 2, 4, 8, 16, 32, 64, 128}},
};

static_assert(sizeof(G) == std::size(kGpuMembers) * sizeof(std::size_t), "a member has no line");
static_assert(sizeof(C) == std::size(kCpuMembers) * sizeof(std::size_t), "a member has no line");
static_assert(sizeof(S) == std::size(kSweepMembers) * sizeof(std::size_t), "a member has no line");

/// Kinds of elements, as bits: each row is for a set of them.
enum Elements : unsigned {
    kF32 = 1,
    kF32NotNegative = 2,  ///< Over min_plus.
    kF64 = 4,
    kI32Sums = 8,  ///< Over min_plus.
    kI32 = 16,     ///< Over the other semirings.
    kI16 = 32,
    kU8 = 64,
    kBits = 128,  ///< Over or_and: 32 vertices in a word.
    kSingle = kF32 | kF32NotNegative,
    k32 = kSingle | kI32Sums | kI32,
    kSmall = kI16 | kU8,
    kEvery = k32 | kF64 | kSmall | kBits,
};

Elements elements_of(const EngineOptions& options) {
    const bool sums = options.semiring == Semiring::min_plus;
    if (options.semiring == Semiring::or_and) return kBits;
    switch (options.dtype) {
        case Dtype::f32: return options.non_negative ? kF32NotNegative : kF32;
        case Dtype::f64: return kF64;
        case Dtype::i32: return sums ? kI32Sums : kI32;
        case Dtype::i16: return kI16;
        case Dtype::u8: return kU8;
    }
    throw Error(ErrorKind::internal, "unknown element type");
}

template <class Family, class Configuration>
struct Row {
    Family family;
    unsigned elements;
    Configuration configuration;
};

using Gpu = GpuFamily;
using Cpu = CpuFamily;

// nvidia: H200, update alone, n = 16384, K = 512: 16.25 T/s for f32 >= 0, 13.5 with the true
// minimum, 15.7 for i32, 5.1 for f64. A cap of 168 registers leaves 12 warps per multiprocessor;
// with 160 the rate is 15.9, with 176 it is 15.1. See update_gpu.cl for other shapes. i32 has no
// minimum fused with a maximum, but one of three operands. For i16 and u8, with two lanes per word,
// the tile is no wider than kPadding.
// amd_gcn: 64 lanes per wave, 64 KiB of local memory per compute unit, 256 registers per lane.
// amd_cdna: 512 registers allow slabs of twice the depth, with half the barriers.
// amd_rdna: 32 lanes per wave, so smaller groups of four waves.
// intel: 128 registers of 32 bytes per thread and 8 to 16 lanes, so few cells per work-item.
// other: 32 KiB of local memory and groups of 256, which any GPU has; also for elements that a
// family has no row for. Compiled for gfx803, gfx90a and gfx1030, nothing spills; 10 T/s on the
// H200 at n = 4096.
// For bits, ranges of rows are any multiple of 64, so tm is 64. The last column is min_ternary.
// clang-format off
constexpr Row<Gpu, G> kGpuRows[] = {
    //                                                          |   |    |           |  min_bits
    //                                                          |   |    |           skip
    //                                                          |   |    max_registers
    //                                                          |   by_columns
    //                                                          band
    //                               tm   tn rm rn  kd  ud kp   |   |    |   sd  pn  |  |  |
    {Gpu::nvidia, kF32NotNegative, { 64, 128, 8, 8, 16, 16, 2, 32,  0, 168,  64, 32, 1, 1, 0}},
    {Gpu::nvidia, kF32,            { 64, 128, 8, 8, 16, 16, 1, 32,  1, 168,  64, 32, 1, 0, 0}},
    {Gpu::nvidia, kI32Sums | kBits,{ 64, 128, 8, 8, 16, 16, 1, 32,  0, 168,  64, 32, 1, 0, 0}},
    {Gpu::nvidia, kI32,            { 64, 128, 8, 8, 16, 16, 2, 32,  0, 168,  64, 32, 1, 1, 0}},
    {Gpu::nvidia, kSmall,          {128,  64, 8, 8, 16, 16, 1, 32,  0, 168,  64, 32, 1, 0, 0}},
    {Gpu::nvidia, kF64,            { 64,  64, 4, 8,  8,  8, 1, 32,  0,   0,  32, 16, 1, 0, 1}},
    {Gpu::amd_gcn, k32,            {128, 128, 8, 8,  8,  1, 1,  8,  0,   0,  32, 32, 0, 0, 0}},
    {Gpu::amd_cdna, k32,           {128, 128, 8, 8, 16,  2, 1, 16,  0,   0,  32, 32, 0, 0, 0}},
    {Gpu::amd_rdna, k32,           { 64, 128, 8, 8, 16,  2, 1, 16,  0,   0,  32, 32, 0, 0, 0}},
    {Gpu::intel, k32,              { 64,  64, 4, 4, 16,  2, 1,  8,  0,   0,  32, 32, 0, 0, 0}},
    {Gpu::other, k32,              {128, 128, 8, 8,  8,  1, 1,  8,  0,   0,  32, 32, 0, 0, 0}},
    {Gpu::other, kF64,             { 64,  64, 4, 4,  8,  2, 1,  8,  0,   0,  16, 16, 0, 0, 0}},
    {Gpu::other, kSmall,           {128,  64, 8, 8,  8,  1, 1,  8,  0,   0,  32, 32, 0, 0, 0}},
    {Gpu::other, kBits,            { 64, 128, 8, 8,  8,  1, 1,  8,  0,   0,  32, 32, 0, 0, 0}},
};

// pocl_avx512: Zen 4, ratio to a register-only AVX2 loop of additions and minima: 1.7 with 16 x 1
// vectors of 16 floats and the sum as a fused multiply-add in assembly, 1.4 with 4 x 2 of 8. Xeon
// through PoCL 5.0, 16 threads, n = 4096: 443 G/s with neither, 396 with the multiply-add but no
// assembly. i16 and u8 have not been measured.
// pocl_fma: Zen 3, PoCL 3.1, one thread, n = 2048: i16 72 G/s with 4 x 2 vectors, 60 with 5 x 2, 64
// with 6 x 2; u8 130 with vectors of 32, 57 with 16.
// intel: the compiler keeps the vectors that it is given. Zen 3, 2026.22.10, two threads: 8 lanes
// are 1.5 to 1.8 times as fast as 16 in i32, 1.25 times in f32; 4 and 8 are equal in f64.
// intel_avx512: never run.
constexpr Row<Cpu, C> kCpuRows[] = {
    //                                    |  |  |  |  broadcast_asm
    //                                    |  |  |  plus_fma
    //                                    |  |  close_vectors
    //                                    |  column_vectors
    //                                    rows
    //                               vw   |  |  |  |  |
    {Cpu::pocl_avx512, k32 | kBits, {16, 16, 1, 4, 1, 1}},
    {Cpu::pocl_avx512, kF64,        { 8, 16, 1, 4, 1, 1}},
    {Cpu::pocl_avx512, kI16,        {32,  8, 2, 2, 0, 0}},
    {Cpu::pocl_avx512, kU8,         {64,  8, 2, 1, 0, 0}},
    {Cpu::pocl_fma, k32 | kBits,    { 8,  4, 2, 4, 1, 0}},
    {Cpu::pocl_fma, kF64,           { 4,  4, 2, 4, 1, 0}},
    {Cpu::pocl_fma, kU8,            {32,  4, 2, 2, 0, 0}},
    {Cpu::intel_avx512, k32 | kBits,{16,  4, 2, 4, 0, 0}},
    {Cpu::intel_avx512, kF64,       { 8,  4, 2, 4, 0, 0}},
    {Cpu::intel, k32 | kBits,       { 8,  4, 2, 4, 0, 0}},
    {Cpu::intel, kF64,              { 4,  4, 2, 4, 0, 0}},
    {Cpu::other, k32 | kBits | kF64,{ 8,  4, 2, 4, 0, 0}},
    {Cpu::other, kSmall,            {16,  4, 2, 4, 0, 0}},
};

// Sweeps. On GPUs a group has as many work-items as run in lockstep, with two words each, but no
// more targets than columns are padded to.
constexpr Row<Gpu, S> kGpuSweepRows[] = {
    //                           vectors
    //                       lanes   | group
    {Gpu::nvidia, k32,            {2, 1, 32}},
    {Gpu::nvidia, kF64,           {1, 1, 32}},
    {Gpu::nvidia, kSmall | kBits, {4, 1, 32}},
    {Gpu::other, kF64,            {1, 1, 64}},
    {Gpu::other, kEvery & ~kF64,  {2, 1, 64}},
};
constexpr Row<Cpu, S> kCpuSweepRows[] = {
    {Cpu::other, kEvery,         {16, 8,  1}},
};
// clang-format on

/// The family's row for the elements, or the row of `other`.
template <class Family, class Configuration, std::size_t kRows>
constexpr const Row<Family, Configuration>* find(const Row<Family, Configuration> (&rows)[kRows],
                                                 Family family, unsigned elements) {
    for (const Family each : {family, Family::other}) {
        for (const auto& row : rows) {
            if (row.family == each && (row.elements & elements) == elements) return &row;
        }
    }
    return nullptr;
}

constexpr bool every_element_has_a_row() {
    for (unsigned element = 1; element < kEvery; element *= 2) {
        if (find(kGpuRows, Gpu::other, element) == nullptr) return false;
        if (find(kCpuRows, Cpu::other, element) == nullptr) return false;
        if (find(kGpuSweepRows, Gpu::other, element) == nullptr) return false;
        if (find(kCpuSweepRows, Cpu::other, element) == nullptr) return false;
    }
    return true;
}
static_assert(every_element_has_a_row());

}  // namespace

std::span<const Member<G>> G::members() {
    return kGpuMembers;
}
std::span<const Member<C>> C::members() {
    return kCpuMembers;
}
std::span<const Member<S>> S::members() {
    return kSweepMembers;
}

GpuConfiguration gpu_row(const Device& device, const EngineOptions& options) {
    return find(kGpuRows, gpu_family(device), elements_of(options))->configuration;
}
CpuConfiguration cpu_row(const Device& device, const EngineOptions& options) {
    return find(kCpuRows, cpu_family(device), elements_of(options))->configuration;
}
SweepConfiguration sweep_row(const Device& device, const EngineOptions& options) {
    const Elements elements = elements_of(options);
    return device.kind == DeviceKind::gpu
               ? find(kGpuSweepRows, gpu_family(device), elements)->configuration
               : find(kCpuSweepRows, cpu_family(device), elements)->configuration;
}

}  // namespace apsp::opencl
