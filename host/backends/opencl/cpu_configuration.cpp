// Configurations of update_cpu.cl and close_cpu.cl, which describe the members. Rates are
// relaxations per second. Only the rows of PoCL and, for AVX2, of Intel's runtime have run on the
// processors that they are for.
#include "backends/opencl/configuration_table.hpp"
#include "backends/opencl/quirks.hpp"

namespace apsp::opencl {
namespace {

using C = CpuConfiguration;
using Cpu = CpuFamily;

constexpr Member<C> kCpuMembers[] = {
    {"vw", "VW", &C::vw, Kernels::all, {2, 4, 8, 16, 32, 64}},
    {"rows", "ROWS", &C::rows, Kernels::all, {1, 2, 4, 8, 16}},
    {"column_vectors", "COLUMN_VECTORS", &C::column_vectors, Kernels::all, {1, 2, 4}},
    {"close_vectors", "CLOSE_VECTORS", &C::close_vectors, Kernels::all, {1, 2, 4, 8}},
    {"plus_fma", "PLUS_FMA", &C::plus_fma, Kernels::all, {0, 1}},
    {"broadcast_asm", "BROADCAST_ASM", &C::broadcast_asm, Kernels::all, {0, 1}},
    {"depth", "", &C::depth},
};

static_assert(sizeof(C) == std::size(kCpuMembers) * sizeof(std::size_t), "a member has no line");

// pocl_avx512: Zen 4, ratio to a register-only AVX2 loop of additions and minima: 1.7 with 16 x 1
// vectors of 16 floats and the sum as a fused multiply-add in assembly, 1.4 with 4 x 2 of 8. Xeon
// through PoCL 5.0, 16 threads, n = 4096: 443 G/s with neither, 396 with the multiply-add but no
// assembly. i16 and u8 have not been measured.
// pocl_fma: Zen 3, PoCL 3.1, one thread, n = 2048: i16 72 G/s with 4 x 2 vectors, 60 with 5 x 2, 64
// with 6 x 2; u8 130 with vectors of 32, 57 with 16.
// intel: the compiler keeps the vectors that it is given. Zen 3, 2026.22.10, two threads: 8 lanes
// are 1.5 to 1.8 times as fast as 16 in i32, 1.25 times in f32; 4 and 8 are equal in f64.
// intel_avx512: never run.
// clang-format off
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
// clang-format on
static_assert(every_element_has_a_row(kCpuRows));

void apply(Settings settings, CpuConfiguration& c, const Device& device,
           const EngineOptions& options) {
    if (settings.empty() || options.algorithm == Algorithm::sparse) return;
    const CpuConfiguration own = c;
    settings.erase("block");
    take(std::move(settings), c);
    if (c.vw > 16 && !quirks_of(device).has_wide_vectors)
        refuse("vw", c.vw, "only PoCL has such vectors");
    if (const std::size_t columns = cpu_tile_columns(options);
        columns % (c.vw * c.column_vectors) != 0) {
        refuse("column_vectors", c.column_vectors,
               fmt::format("does not divide a tile of {} columns", columns));
    }
    if (64 % (c.vw * c.close_vectors) != 0) {
        refuse("close_vectors", c.close_vectors, "does not divide a tile of 64");
    }
    if (c.plus_fma != 0 && !is_integral(element_of(options)) && !quirks_of(device).has_true_fma) {
        refuse("plus_fma", 1, "needs PoCL and a processor with fma");
    }
    // Only for one length of vectors, and only where the device's own configuration has it.
    if (c.broadcast_asm != 0 && (own.broadcast_asm == 0 || c.vw != own.vw)) {
        refuse("broadcast_asm", 1, "not for this device");
    }
}

}  // namespace

std::span<const Member<C>> C::members() {
    return kCpuMembers;
}

KernelOptions CpuConfiguration::options(const EngineOptions& engine, std::size_t tile) const {
    const Dtype element = element_of(engine);
    CpuConfiguration own = *this;
    if (is_integral(element)) own.plus_fma = own.broadcast_asm = 0;
    Defines more = {{"CLOSE_TILE", tile},
                    {"TILE_ROWS", kCpuTileRows},
                    {"TILE_COLS", cpu_tile_columns(engine)},
                    {"MS", kSquare},
                    {"MIN_TERNARY", 1}};
    if (engine.semiring == Semiring::or_and) more.emplace_back("BITS", 1);
    if (vw > 16) more.emplace_back("WIDE", 1);
    return {element, engine.semiring, to_defines(own, Kernels::all, more)};
}

CpuConfiguration cpu_configuration(const Device& device, const EngineOptions& options) {
    CpuConfiguration c =
        find_row(kCpuRows, cpu_family(device), elements_of(options))->configuration;
    if (c.broadcast_asm != 0 && !quirks_of(device).builds_broadcast_assembly)
        c.plus_fma = c.broadcast_asm = 0;
    // A tile takes at most 128 steps of 4 x 2 vectors, each with `depth` pivots of 15 iterations if
    // nothing is unrolled.
    if (quirks_of(device).iteration_limit) c.depth = 32;
    apply(options.settings, c, device, options);
    return c;
}

std::size_t cpu_vector_width(const Device& device, Dtype dtype) {
    const std::size_t bytes = quirks_of(device).names_avx512 ? 64 : 32;
    return std::min<std::size_t>(bytes / size_of(dtype), 16);
}

std::vector<Stage> cpu_candidates(const EngineOptions& options) {
    // Vectors of 32 and of 64 bytes, for AVX2 and AVX-512.
    const std::size_t element = size_of(element_of(options));
    Stage shapes;
    for (std::size_t vw : {32 / element, 64 / element}) {
        for (const auto& [rows, vectors] :
             {std::pair<std::size_t, std::size_t>{4, 2}, {8, 1}, {16, 1}, {8, 2}, {4, 1}}) {
            shapes.push_back({{"vw", vw},
                              {"rows", rows},
                              {"column_vectors", vectors},
                              {"close_vectors", std::min<std::size_t>(4, 64 / vw)},
                              {"broadcast_asm", 0}});
        }
    }
    const bool sums = !is_integral(options.dtype);
    return {vary("block", {128, 256, 512}), sums ? vary("plus_fma", {0, 1}) : Stage{},
            std::move(shapes)};
}

}  // namespace apsp::opencl
