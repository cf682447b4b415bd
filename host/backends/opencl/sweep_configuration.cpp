// Configurations of sweep.cl, which describes the members.
#include "backends/opencl/configuration_table.hpp"
#include "backends/opencl/quirks.hpp"

namespace apsp::opencl {
namespace {

using S = SweepConfiguration;

constexpr Member<S> kSweepMembers[] = {
    {"lanes", "LANES", &S::lanes, Kernels::all, {1, 2, 4, 8, 16}},
    {"vectors", "VECTORS", &S::vectors, Kernels::all, {1, 2, 4, 8, 16}},
    {"group", "GROUP", &S::group, Kernels::all, {1, 2, 4, 8, 16, 32, 64, 128}},
};

static_assert(sizeof(S) == std::size(kSweepMembers) * sizeof(std::size_t), "a member has no line");

// On GPUs a group has as many work-items as run in lockstep, with two words each, but no
// more targets than columns are padded to.
// clang-format off
constexpr Row<GpuFamily, S> kGpuSweepRows[] = {
    //                           vectors
    //                       lanes   | group
    {GpuFamily::nvidia, k32,            {2, 1, 32}},
    {GpuFamily::nvidia, kF64,           {1, 1, 32}},
    {GpuFamily::nvidia, kSmall | kBits, {4, 1, 32}},
    {GpuFamily::other, kF64,            {1, 1, 64}},
    {GpuFamily::other, kEvery & ~kF64,  {2, 1, 64}},
};
// clang-format on
constexpr S kCpuSweep = {{16, 8, 1}};
static_assert(every_element_has_a_row(kGpuSweepRows));

void apply(Settings settings, SweepConfiguration& c, const Device& device,
           const EngineOptions& options) {
    if (settings.empty() || options.algorithm != Algorithm::sparse) return;
    take(std::move(settings), c);
    if (kPadding % (c.targets() * c.group) != 0) {
        refuse("group", c.group, "its targets do not divide the padding of a matrix");
    }
    if (c.group > device.largest_work_group) {
        refuse("group", c.group, fmt::format("the device allows {}", device.largest_work_group));
    }
}

}  // namespace

std::span<const Member<S>> S::members() {
    return kSweepMembers;
}

SweepConfiguration sweep_configuration(const Device& device, const EngineOptions& options) {
    SweepConfiguration c = kCpuSweep;
    if (device.kind == DeviceKind::gpu) {
        c = find_row(kGpuSweepRows, gpu_family(device), elements_of(options))->configuration;
    }
    apply(options.settings, c, device, options);
    return c;
}

KernelOptions sweep_options(const Device& device, const EngineOptions& engine) {
    Defines more = {{"SLOT_BITS", SweepSchedule::kSlotBits},
                    {"GROUP_BITS", SweepSchedule::kGroupBits}};
    if (quirks_of(device).needs_ternary_minima || device.kind != DeviceKind::gpu) {
        more.emplace_back("MIN_TERNARY_ALL", 1);
    } else if (engine.dtype == Dtype::f64) {
        more.emplace_back("MIN_TERNARY", 1);
    }
    return {engine.dtype, engine.semiring,
            to_defines(sweep_configuration(device, engine), Kernels::all, more)};
}

std::vector<Stage> sweep_candidates(const Device& device) {
    if (device.kind != DeviceKind::gpu) {
        return {vary("lanes", {4, 8, 16}) * vary("vectors", {2, 4, 8, 16}) * vary("group", {1})};
    }
    // `apply` refuses those with more targets per group than a matrix is padded to.
    return {vary("lanes", {1, 2, 4}) * vary("vectors", {1, 2, 4}) * vary("group", {32, 64, 128})};
}

}  // namespace apsp::opencl
