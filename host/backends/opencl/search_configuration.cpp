// How predecessors are searched for: as on other GPUs, or with the CPU kernels of
// predecessors_cpu.cl, which take all columns at once.
#include "backends/opencl/configuration.hpp"
#include "backends/opencl/quirks.hpp"

namespace apsp::opencl {
namespace {

bool for_gpus(const Device& device, const EngineOptions& options) {
    const bool gpu = device.kind == DeviceKind::gpu && options.variant != "cpu";
    return gpu || options.variant == "gpu";
}

}  // namespace

SearchShape search_shape(const Device& device, const EngineOptions& options) {
    const auto limit = quirks_of(device).iteration_limit;
    if (for_gpus(device, options) || !options.paths) return {.iterations = limit};
    constexpr std::size_t kMostVertices = 16;   // per work-item
    constexpr std::size_t kTurnedColumns = 32;  // transposed per work-item
    const std::size_t width = cpu_configuration(device, options).vw, vectors = width < 64 ? 4 : 2;
    Defines defines = {{"MIN_TERNARY", 1},
                       {"VW", width},
                       {"VECTORS", vectors},
                       {"TURNED", kTurnedColumns},
                       {"MOST_VERTICES", kMostVertices}};
    if (width > 16) defines.emplace_back("WIDE", 1);
    return {.file = "predecessors_cpu.cl",
            .defines = std::move(defines),
            .across = 1,
            .down = 1,
            .lanes = width * vectors,
            .turned = kTurnedColumns,
            .vertices = limit ? 1 : kMostVertices,
            .word_bits = 8,
            .iterations = limit};
}

void plan_search(const Device& device, const EngineOptions& options, EnginePlan& plan) {
    const bool in_place = device.shares_host_memory;
    if (for_gpus(device, options)) return plan_predecessors(options, in_place, plan);
    const std::size_t ld = padded(options.n), element = size_of(options.dtype);
    plan.buffers.push_back({"rows of distances at a time, for predecessors",
                            predecessor_rows(ld, element, in_place) * ld * element});
}

}  // namespace apsp::opencl
