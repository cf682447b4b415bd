// See predecessors.hpp.
#include "backends/opencl/predecessors.hpp"

#include <algorithm>

#include "backends/opencl/configurations.hpp"
#include "backends/opencl/quirks.hpp"
#include "backends/predecessor_parts.hpp"
#include "base/text.hpp"
#include "graph/padding.hpp"

namespace apsp::opencl {
namespace {

constexpr std::size_t kGroupRows = 8;      // of work-items
constexpr std::size_t kMostVertices = 16;  // of a work-item
// Bytes of turned rows on devices that share the host's memory, to stay in caches.
constexpr std::size_t kMostTurned = std::size_t{1} << 23;

/// Whether the kernels are those for GPUs.
bool for_gpus(const Device& description, const EngineOptions& options) {
    const bool gpu = description.kind == DeviceKind::gpu && options.variant != "cpu";
    return gpu || options.variant == "gpu";
}

std::size_t rows_at_a_time(std::size_t ld, std::size_t element, bool own_memory) {
    return own_memory ? predecessor_rows(ld) : predecessor_rows(ld, ld * element, kMostTurned);
}

/// Memory for `bytes`, or for something where those are none.
cl::Buffer room_for(const Launcher& launcher, std::size_t bytes) {
    return launcher.allocate(std::max<std::size_t>(bytes, 16));
}

/// Elements on the device: a copy, or the host's own memory where the device shares it.
template <class Element>
cl::Buffer on_device(Launcher& launcher, Transfer* transfer, const std::vector<Element>& elements) {
    const std::size_t bytes = elements.size() * sizeof(Element);
    if (bytes == 0) return room_for(launcher, bytes);
    if (transfer == nullptr) {
        return cl::Buffer(launcher.context(), CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR, bytes,
                          const_cast<Element*>(elements.data()));
    }
    const cl::Buffer buffer = launcher.allocate(bytes);
    transfer->to_device(elements.data(), buffer, bytes);
    return buffer;
}

/// Where the iterations of a work-item are limited: at one vertex a work-item, and at most 5
/// iterations an arc, lists may be this long.
void check_iterations(const Launcher& launcher, const std::vector<std::size_t>& bounds) {
    const auto limit = iteration_limit(launcher.description());
    if (!limit) return;
    const std::size_t longest = *limit / 8;
    for (std::size_t j = 0; j + 1 < bounds.size(); ++j) {
        const std::size_t length = bounds[j + 1] - bounds[j];
        if (length <= longest) continue;
        throw Error(ErrorKind::usage,
                    fmt::format("paths: {} allows {} iterations a work-item, enough for {} "
                                "shortest arcs into a vertex; vertex {} has {}; try another device",
                                launcher.label(), *limit, longest, j, length));
    }
}

}  // namespace

void plan_predecessor_kernels(const Device& description, const EngineOptions& options,
                              EnginePlan& plan) {
    const bool own_memory = !description.shares_host_memory;
    const std::size_t ld = padded(options.n), element = size_of(options.dtype);
    const std::size_t rows = rows_at_a_time(ld, element, own_memory);
    if (for_gpus(description, options)) return plan_predecessors(options, rows, own_memory, plan);
    plan.buffers.push_back({"rows of distances at a time, for predecessors", rows * ld * element});
}

PredecessorKernels::PredecessorKernels(const Launcher& launcher, const EngineOptions& options)
    : gpu_(for_gpus(launcher.description(), options)) {
    KernelOptions kernel_options{options.dtype, options.semiring, {{"MIN_TERNARY", 1}}};
    if (gpu_) {
        kernel_options.defines.push_back({"LANES", lanes_});
        kernel_options.defines.push_back({"GROUP_ROWS", kGroupRows});
    } else {
        const std::size_t width = cpu_configuration(launcher.description(), options).vw;
        const std::size_t vectors = width < 64 ? 4 : 2;
        lanes_ = width * vectors;
        kernel_options.defines.push_back({"VW", width});
        kernel_options.defines.push_back({"VECTORS", vectors});
        kernel_options.defines.push_back({"TURNED", turned_columns_});
        kernel_options.defines.push_back({"MOST_VERTICES", kMostVertices});
        if (width > 16) kernel_options.defines.push_back({"WIDE", 1});
    }
    const cl::Program program =
        launcher.build(gpu_ ? "predecessors_gpu.cl" : "predecessors_cpu.cl", kernel_options);
    turn_ = cl::Kernel(program, "turn");
    search_ = cl::Kernel(program, "search");
    if (gpu_ && options.keep_weights) tight_arcs_.emplace(launcher, options);
}

void PredecessorKernels::keep(Launcher& launcher, const cl::Buffer& matrix, std::size_t bytes) {
    if (tight_arcs_) tight_arcs_->keep(launcher, matrix, bytes);
}

void PredecessorKernels::find(Launcher& launcher, const cl::Buffer& distances,
                              const TightArcs& arcs, Matrix& predecessors, Transfer* transfer) {
    check_iterations(launcher, arcs.first);
    const std::size_t ld = predecessors.ld(), element = size_of(arcs.dtype);
    DeviceArcs copy = {.bounds = on_device(launcher, transfer, arcs.first),
                       .sources = {},
                       .weights = {},
                       .direct = on_device(launcher, transfer, arcs.direct)};
    if (transfer == nullptr || !gpu_) {  // kernels for CPUs take all columns at once
        copy.sources = on_device(launcher, transfer, arcs.sources);
        copy.weights = on_device(launcher, transfer, arcs.weights);
        find(
            launcher, distances, arcs, copy, {{0, ld}}, [](Range) {}, predecessors, transfer);
        return;
    }
    const auto parts = column_parts(arcs.first, listed_arcs(ld));
    const std::size_t longest = longest_part(arcs.first, parts);
    copy.sources = room_for(launcher, longest * sizeof(std::uint32_t));
    copy.weights = room_for(launcher, longest * element);
    const auto list = [&](Range columns) {
        const std::size_t first = arcs.first[columns.first];
        const std::size_t listed = arcs.first[columns.last] - first;
        transfer->to_device(arcs.sources.data() + first, copy.sources,
                            listed * sizeof(std::uint32_t));
        transfer->to_device(arcs.weights.data() + first * element, copy.weights, listed * element);
    };
    find(launcher, distances, arcs, copy, parts, list, predecessors, transfer);
}

bool PredecessorKernels::find(Launcher& launcher, const cl::Buffer& distances,
                              const TightRule& rule, Matrix& predecessors, Transfer* transfer) {
    const std::size_t ld = predecessors.ld();
    DeviceArcs arcs;
    const auto bounds = tight_arcs_->mark(launcher, distances, ld, rule, arcs);
    check_iterations(launcher, bounds);
    const auto parts = column_parts(bounds, listed_arcs(ld));
    const std::size_t longest = longest_part(bounds, parts);
    arcs.sources = room_for(launcher, longest * sizeof(std::uint32_t));
    arcs.weights = room_for(launcher, longest * size_of(rule.dtype));
    const auto list = [&](Range columns) {
        tight_arcs_->list(launcher, distances, ld, rule, columns, arcs);
    };
    find(launcher, distances, rule, arcs, parts, list, predecessors, transfer);
    return tight_arcs_->circles(launcher, rule);
}

void PredecessorKernels::find(Launcher& launcher, const cl::Buffer& distances,
                              const TightRule& rule, const DeviceArcs& arcs,
                              const std::vector<Range>& parts, const ListArcs& list,
                              Matrix& predecessors, Transfer* transfer) {
    const std::size_t ld = predecessors.ld();
    const std::size_t row_bytes = ld * sizeof(std::int32_t);
    const std::size_t step = rows_at_a_time(ld, size_of(rule.dtype), transfer != nullptr);
    const cl::Buffer turned = launcher.allocate(step * ld * size_of(rule.dtype));
    const cl::Buffer found =
        transfer != nullptr
            ? launcher.allocate(step * row_bytes)
            : cl::Buffer(launcher.context(), CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR,
                         predecessors.bytes(), predecessors.data());
    const std::size_t item = gpu_ ? kGroupRows : 1, width = gpu_ ? lanes_ : 1;
    const cl::NDRange group = gpu_ ? cl::NDRange(lanes_, kGroupRows) : cl::NDRange(1, 1);
    const std::size_t vertices = iteration_limit(launcher.description()) ? 1 : kMostVertices;

    for (std::size_t row = 0; row < rule.n; row += step) {
        const std::size_t rows = std::min(step, ld - row);
        const std::size_t blocks = rows / lanes_;
        launcher.launch(turn_, cl::NDRange(ld / turned_columns_ * width, blocks * item), group,
                        distances, offset(ld), offset(row), turned);
        for (const Range& part : parts) {
            if (row == 0 || parts.size() > 1) list(part);
            visit(rule.dtype, [&](auto sample) {
                using T = decltype(sample);
                const auto far = static_cast<T>(rule.no_path_from);
                const auto relative = static_cast<T>(rule.relative_slack);
                const cl_ulong place = offset(transfer != nullptr ? 0 : row * ld);
                if (gpu_) {
                    launcher.launch(search_, cl::NDRange(part.size(), blocks * item), group, turned,
                                    offset(ld), offset(row), offset(part.first), arcs.bounds,
                                    arcs.sources, arcs.weights, arcs.direct, offset(ld / 32), far,
                                    relative, count(rule.exact), found, place);
                } else {
                    launcher.launch(search_, cl::NDRange(ld / vertices, blocks), group, turned,
                                    offset(ld), offset(row), count(vertices), arcs.bounds,
                                    arcs.sources, arcs.weights, arcs.direct, offset(ld / 8), far,
                                    relative, count(rule.exact), found, place);
                }
            });
        }
        if (transfer != nullptr) {
            void* const to = predecessors.row_data(row);
            transfer->to_host(found, to, rows * row_bytes);
        }
    }
    if (transfer == nullptr) {
        void* const mapped =
            launcher.queue().enqueueMapBuffer(found, CL_TRUE, CL_MAP_READ, 0, predecessors.bytes());
        launcher.queue().enqueueUnmapMemObject(found, mapped);
    }
    launcher.queue().finish();
}

}  // namespace apsp::opencl
