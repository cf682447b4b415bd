// What tuning tries, as data. A stage varies a few members; its best goes into the next stage.
// `apply` rejects what a device or type does not allow.
#include <algorithm>

#include "backends/opencl/settings.hpp"

namespace apsp::opencl {
namespace {

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
