// What tuning tries, as data. A stage varies a few members; its best goes into the next stage. What
// a device or type does not allow is left to the checks of `apply`.
#include <algorithm>

#include "backends/opencl/settings.hpp"

namespace apsp::opencl {
namespace {

using Stage = std::vector<Settings>;

/// All shapes of tiles, with the depth that fits each: `apply` refuses loads that are not shared.
Stage gpu_shapes() {
    Stage stage;
    for (const auto& [tm, tn] :
         {std::pair<std::size_t, std::size_t>{64, 128}, {128, 64}, {128, 128}, {64, 64}}) {
        for (const auto& [rm, rn] : {std::pair<std::size_t, std::size_t>{8, 8}, {4, 8}, {8, 4}}) {
            for (std::size_t kd : {16, 8}) {
                stage.push_back(
                    {{"tm", tm}, {"tn", tn}, {"rm", rm}, {"rn", rn}, {"kd", kd}, {"ud", kd}});
            }
        }
    }
    stage.push_back({{"tm", 64}, {"tn", 64}, {"rm", 4}, {"rn", 4}, {"kd", 16}, {"ud", 2}});
    return stage;
}

const std::vector<Stage>& gpu_stages() {
    static const std::vector<Stage> stages = {
        gpu_shapes(),
        {{{"ud", 1}, {"kp", 1}}, {{"ud", 2}}, {{"ud", 4}}, {{"ud", 8}}, {{"ud", 16}}},
        {{{"min_bits", 1}, {"min_ternary", 0}, {"kp", 2}},
         {{"min_bits", 1}, {"min_ternary", 0}, {"kp", 1}},
         {{"min_bits", 0}, {"min_ternary", 0}, {"kp", 1}},
         {{"min_bits", 0}, {"min_ternary", 1}, {"kp", 1}}},
        {{{"max_registers", 0}},
         {{"max_registers", 128}},
         {{"max_registers", 160}},
         {{"max_registers", 168}},
         {{"max_registers", 192}}},
        {{{"block", 256}}, {{"block", 512}}, {{"block", 1024}}},
        {{{"band", 8}}, {{"band", 16}}, {{"band", 32}}, {{"band", 64}}},
        {{{"by_columns", 0}}, {{"by_columns", 1}}},
    };
    return stages;
}

Settings cpu_shape(std::size_t vw, std::size_t rows, std::size_t column_vectors) {
    return {{"vw", vw},
            {"rows", rows},
            {"column_vectors", column_vectors},
            {"close_vectors", std::min<std::size_t>(4, 64 / vw)},
            {"broadcast_asm", 0}};
}

}  // namespace

std::vector<Stage> gpu_candidates(const Device&, const EngineOptions&) {
    return gpu_stages();
}

std::vector<Stage> cpu_candidates(const Device&, const EngineOptions& options) {
    // Vectors of 32 and of 64 bytes, for AVX2 and AVX-512.
    const std::size_t element = size_of(element_of(options));
    Stage shapes;
    for (std::size_t vw : {32 / element, 64 / element}) {
        for (const auto& [rows, vectors] :
             {std::pair<std::size_t, std::size_t>{4, 2}, {8, 1}, {16, 1}, {8, 2}, {4, 1}}) {
            shapes.push_back(cpu_shape(vw, rows, vectors));
        }
    }
    Stage spelling;
    if (!is_integral(options.dtype)) spelling = {{{"plus_fma", 0}}, {{"plus_fma", 1}}};
    return {{{{"block", 128}}, {{"block", 256}}, {{"block", 512}}},
            std::move(spelling),
            std::move(shapes)};
}

}  // namespace apsp::opencl
