// Configurations of update_gpu.cl, close_gpu.cl and panel_gpu.cl, which describe the members. Rates
// are relaxations per second.
//
// Only the rows of NVIDIA have run on the devices that they are for. tools/amd-check compiles AMD's
// and finds no spill; those of Intel's GPUs have only been compiled by other compilers. `apsp-ocl
// tune` finds better ones on such devices.
#include "backends/opencl/configuration_table.hpp"
#include "backends/opencl/quirks.hpp"

namespace apsp::opencl {
namespace {

using G = GpuConfiguration;
using Gpu = GpuFamily;

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

static_assert(sizeof(G) == std::size(kGpuMembers) * sizeof(std::size_t), "a member has no line");

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
// clang-format on
static_assert(every_element_has_a_row(kGpuRows));

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

void check_shape(const GpuConfiguration& c, const Device& device, const EngineOptions& options) {
    const bool bits = options.semiring == Semiring::or_and;
    const std::size_t word = std::max<std::size_t>(bits ? 4 : size_of(options.dtype), 4);
    const std::size_t vector = 16 / word;
    const std::size_t lanes = bits ? 32 : std::max<std::size_t>(4 / size_of(options.dtype), 1);
    if (bits && c.tm != 64) refuse("tm", c.tm, "tiles of bits have 64 rows");
    // Two lanes per word, of 16 bits each, also for u8.
    if (!bits && lanes > 1 && 2 * c.tn > kPadding) {
        refuse("tn", c.tn, "wider than the padding of a matrix");
    }
    const std::size_t group = c.update_group();
    const auto whole = [&](std::size_t edge) {
        return edge / vector <= group && group % (edge / vector) == 0 &&
               c.kd * edge % (vector * group) == 0;
    };
    if (!whole(c.tm) || !whole(c.tn)) {
        refuse("kd", c.kd,
               fmt::format("{} work-items do not share the loads of a {} x {} tile", group, c.tm,
                           c.tn));
    }
    if (c.ud > c.kd || c.kd % c.ud != 0) refuse("ud", c.ud, "does not divide kd");
    if (c.kp > c.ud) refuse("kp", c.kp, "more than ud");
    if (c.max_registers != 0 && !quirks_of(device).caps_registers) {
        refuse("max_registers", c.max_registers, "for NVIDIA's compiler only");
    }
    if (c.together != 0 && !quirks_of(device).builds_close_square) {
        refuse("together", 1, "this driver's compiler fails on the kernel");
    }
    if (c.min_bits != 0 && !is_integral(options.dtype) && !options.non_negative) {
        refuse("min_bits", 1, "for weights that are not negative only");
    }
}

void apply(Settings settings, GpuConfiguration& c, const Device& device,
           const EngineOptions& options) {
    if (settings.empty() || options.algorithm == Algorithm::sparse) return;
    settings.erase("block");
    take(std::move(settings), c);
    if (c.min_bits != 0 && c.min_ternary != 0) refuse("min_bits", 1, "excludes min_ternary");
    if (c.min_ternary_all != 0) c.min_bits = c.min_ternary = 0;
    check_shape(c, device, options);
}

/// All shapes of tiles with two depths; `apply` refuses those whose loads cannot be shared evenly.
Stage gpu_shapes() {
    const Stage tiles = {{{"tm", 64}, {"tn", 128}},
                         {{"tm", 128}, {"tn", 64}},
                         {{"tm", 128}, {"tn", 128}},
                         {{"tm", 64}, {"tn", 64}}};
    const Stage parts = {{{"rm", 8}, {"rn", 8}}, {{"rm", 4}, {"rn", 8}}, {{"rm", 8}, {"rn", 4}}};
    Stage stage = tiles * parts * Stage{{{"kd", 16}, {"ud", 16}}, {{"kd", 8}, {"ud", 8}}};
    stage.push_back({{"tm", 64}, {"tn", 64}, {"rm", 4}, {"rn", 4}, {"kd", 16}, {"ud", 2}});
    return stage;
}

Settings minimum(std::size_t bits, std::size_t ternary, std::size_t kp) {
    return {{"min_bits", bits}, {"min_ternary", ternary}, {"kp", kp}};
}

}  // namespace

std::span<const Member<G>> G::members() {
    return kGpuMembers;
}

KernelOptions GpuConfiguration::update_options(const EngineOptions& engine) const {
    KernelOptions options{engine.dtype, engine.semiring, to_defines(*this, Kernels::product)};
    if (max_registers != 0) options.extra = fmt::format("-cl-nv-maxrregcount={}", max_registers);
    return options;
}

KernelOptions GpuConfiguration::tile_options(const EngineOptions& engine, std::size_t tile) const {
    GpuConfiguration own = *this;
    own.sd = std::min(sd, tile);
    return {
        engine.dtype, engine.semiring,
        to_defines(own, Kernels::tiles,
                   {{"TS", tile}, {"MICRO", kMicro}, {"PT", kSquare}, {"PACK_GROUP", kPackItems}})};
}

KernelOptions GpuConfiguration::closing_options(const Device& device, const EngineOptions& engine,
                                                const ClosingShape& shape) const {
    KernelOptions options = tile_options(engine, kPivots);
    const std::size_t polls = quirks_of(device).polls_between_groups;
    // A GPU runs all groups within a few us, or not at all; threads may wait for time slices.
    options.defines.insert(
        options.defines.end(),
        {{"PARTS", shape.parts},
         {"ITEM_ROWS", shape.item_rows},
         {"ITEM_COLS", shape.item_cols},
         {"POLLS", polls},
         {"MEETING_POLLS", device.kind == DeviceKind::gpu ? polls / 64 : polls}});
    return options;
}

GpuConfiguration gpu_configuration(const Device& device, const EngineOptions& options) {
    GpuConfiguration c =
        find_row(kGpuRows, gpu_family(device), elements_of(options))->configuration;
    const Quirks quirks = quirks_of(device);
    if (c.skip != 0) c.skip = device.compute_units;
    if (quirks.needs_ternary_minima) {
        c.min_bits = c.min_ternary = 0;
        c.min_ternary_all = 1;
    }
    // Narrower panels make enough groups for a small matrix.
    if (gpu_family(device) == GpuFamily::nvidia && options.n <= 1024) c.pn = 16;
    // Others have not been measured, and promise nothing about groups that wait for each other.
    c.together = quirks.fence_between_groups == GroupFence::ptx ? 1 : 0;
    c.two_lanes_ptx = size_of(options.dtype) < 4 && quirks.needs_two_lanes_ptx ? 1 : 0;
    apply(options.settings, c, device, options);
    check_fits(c, device, options.dtype);
    return c;
}

KernelOptions batch_options(const Device& device, const EngineOptions& engine) {
    KernelOptions options = {engine.dtype, engine.semiring,
                             to_defines(gpu_configuration(device, engine), Kernels::none)};
    // 16 warps per multiprocessor: an eighth faster than with the compiler's own choice.
    if (gpu_family(device) == GpuFamily::nvidia) options.extra = "-cl-nv-maxrregcount=128";
    return options;
}

std::vector<Stage> gpu_candidates() {
    Stage unrolled = vary("ud", {1, 2, 4, 8, 16});
    unrolled.front()["kp"] = 1;
    return {gpu_shapes(),
            std::move(unrolled),
            {minimum(1, 0, 2), minimum(1, 0, 1), minimum(0, 0, 1), minimum(0, 1, 1)},
            vary("max_registers", {0, 128, 160, 168, 192}),
            vary("block", {256, 512, 1024}),
            vary("band", {8, 16, 32, 64}),
            vary("by_columns", {0, 1})};
}

}  // namespace apsp::opencl
