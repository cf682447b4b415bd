// Which settings the kernels of update_gpu.cl, update_cpu.cl and sweep.cl allow, and which of them
// tuning tries; those files describe the members.
#include <fmt/ranges.h>

#include <algorithm>

#include "backends/opencl/configurations.hpp"
#include "backends/opencl/quirks.hpp"
#include "base/text.hpp"
#include "graph/padding.hpp"

namespace apsp::opencl {
namespace {

[[noreturn]] void refuse(std::string_view name, std::size_t value, std::string_view why) {
    throw Error(ErrorKind::usage, fmt::format("setting {} = {}: {}", name, value, why));
}

/// Copies the settings to the members of the same names.
template <class Configuration>
void take(Settings settings, Configuration& configuration) {
    for (const auto& member : Configuration::members()) {
        const auto found = settings.find(std::string(member.name));
        if (found == settings.end() || member.allowed.size() == 0) continue;
        if (std::ranges::find(member.allowed, found->second) == member.allowed.end()) {
            refuse(member.name, found->second,
                   fmt::format("expected one of {}", fmt::join(member.allowed, ", ")));
        }
        configuration.*member.value = found->second;
        settings.erase(found);
    }
    if (!settings.empty()) refuse(settings.begin()->first, settings.begin()->second, "unknown");
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
    if (c.max_registers != 0 && !caps_registers(device)) {
        refuse("max_registers", c.max_registers, "for NVIDIA's compiler only");
    }
    if (c.together != 0 && !builds_close_square(device)) {
        refuse("together", 1, "this driver's compiler fails on the kernel");
    }
    if (c.min_bits != 0 && !is_integral(options.dtype) && !options.non_negative) {
        refuse("min_bits", 1, "for weights that are not negative only");
    }
}

using Stage = std::vector<Settings>;
using G = GpuConfiguration;
using C = CpuConfiguration;
using S = SweepConfiguration;

/// Varies one member by itself.
template <class Configuration>
Stage vary(std::size_t Configuration::*member, std::initializer_list<std::size_t> values) {
    Stage stage;
    for (std::size_t value : values) stage.push_back({setting(member, value)});
    return stage;
}

Stage blocks(std::initializer_list<std::size_t> values) {
    Stage stage;
    for (std::size_t value : values) stage.push_back({{"block", value}});
    return stage;
}

Settings gpu_shape(std::size_t tm, std::size_t tn, std::size_t rm, std::size_t rn, std::size_t kd,
                   std::size_t ud) {
    return {setting(&G::tm, tm), setting(&G::tn, tn), setting(&G::rm, rm),
            setting(&G::rn, rn), setting(&G::kd, kd), setting(&G::ud, ud)};
}

/// All shapes of tiles with two depths; `apply` refuses those whose loads cannot be shared evenly.
Stage gpu_shapes() {
    Stage stage;
    for (const auto& [tm, tn] :
         {std::pair<std::size_t, std::size_t>{64, 128}, {128, 64}, {128, 128}, {64, 64}}) {
        for (const auto& [rm, rn] : {std::pair<std::size_t, std::size_t>{8, 8}, {4, 8}, {8, 4}}) {
            for (std::size_t kd : {16, 8}) stage.push_back(gpu_shape(tm, tn, rm, rn, kd, kd));
        }
    }
    stage.push_back(gpu_shape(64, 64, 4, 4, 16, 2));
    return stage;
}

Settings minimum(std::size_t bits, std::size_t ternary, std::size_t kp) {
    return {setting(&G::min_bits, bits), setting(&G::min_ternary, ternary), setting(&G::kp, kp)};
}

Settings cpu_shape(std::size_t vw, std::size_t rows, std::size_t column_vectors) {
    return {setting(&C::vw, vw), setting(&C::rows, rows),
            setting(&C::column_vectors, column_vectors),
            setting(&C::close_vectors, std::min<std::size_t>(4, 64 / vw)),
            setting(&C::broadcast_asm, 0)};
}

/// `apply` refuses those with more targets per group than a matrix is padded to.
Stage sweep_shapes(std::initializer_list<std::size_t> lanes,
                   std::initializer_list<std::size_t> vectors,
                   std::initializer_list<std::size_t> groups) {
    Stage stage;
    for (std::size_t l : lanes) {
        for (std::size_t v : vectors) {
            for (std::size_t g : groups) {
                stage.push_back({setting<S>(&S::lanes, l), setting<S>(&S::vectors, v),
                                 setting<S>(&S::group, g)});
            }
        }
    }
    return stage;
}

}  // namespace

void check_block(std::size_t block) {
    if (block == 0 || block > 2048 || block % kPadding != 0) {
        refuse("block", block, "expected a multiple of 128 up to 2048");
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

void apply(Settings settings, CpuConfiguration& c, const Device& device,
           const EngineOptions& options) {
    if (settings.empty() || options.algorithm == Algorithm::sparse) return;
    const CpuConfiguration own = c;
    settings.erase("block");
    take(std::move(settings), c);
    if (c.vw > 16 && !has_wide_vectors(device)) refuse("vw", c.vw, "only PoCL has such vectors");
    if (const std::size_t columns = cpu_tile_columns(options);
        columns % (c.vw * c.column_vectors) != 0) {
        refuse("column_vectors", c.column_vectors,
               fmt::format("does not divide a tile of {} columns", columns));
    }
    if (64 % (c.vw * c.close_vectors) != 0) {
        refuse("close_vectors", c.close_vectors, "does not divide a tile of 64");
    }
    if (c.plus_fma != 0 && !is_integral(element_of(options)) && !has_true_fma(device)) {
        refuse("plus_fma", 1, "needs PoCL and a processor with fma");
    }
    // Only for one length of vectors, and only where the device's own configuration has it.
    if (c.broadcast_asm != 0 && (own.broadcast_asm == 0 || c.vw != own.vw)) {
        refuse("broadcast_asm", 1, "not for this device");
    }
}

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

std::vector<Stage> gpu_candidates() {
    Stage unrolled = vary(&G::ud, {1, 2, 4, 8, 16});
    unrolled.front().insert(setting(&G::kp, 1));
    return {gpu_shapes(),
            std::move(unrolled),
            {minimum(1, 0, 2), minimum(1, 0, 1), minimum(0, 0, 1), minimum(0, 1, 1)},
            vary(&G::max_registers, {0, 128, 160, 168, 192}),
            blocks({256, 512, 1024}),
            vary(&G::band, {8, 16, 32, 64}),
            vary(&G::by_columns, {0, 1})};
}

std::vector<Stage> cpu_candidates(const EngineOptions& options) {
    // Vectors of 32 and of 64 bytes, for AVX2 and AVX-512.
    const std::size_t element = size_of(element_of(options));
    Stage shapes;
    for (std::size_t vw : {32 / element, 64 / element}) {
        for (const auto& [rows, vectors] :
             {std::pair<std::size_t, std::size_t>{4, 2}, {8, 1}, {16, 1}, {8, 2}, {4, 1}}) {
            shapes.push_back(cpu_shape(vw, rows, vectors));
        }
    }
    const bool sums = !is_integral(options.dtype);
    return {blocks({128, 256, 512}), sums ? vary(&C::plus_fma, {0, 1}) : Stage{},
            std::move(shapes)};
}

std::vector<Stage> sweep_candidates(const Device& device) {
    return {device.kind == DeviceKind::gpu ? sweep_shapes({1, 2, 4}, {1, 2, 4}, {32, 64, 128})
                                           : sweep_shapes({4, 8, 16}, {2, 4, 8, 16}, {1})};
}

}  // namespace apsp::opencl
