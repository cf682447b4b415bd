// See predecessors.hpp.
#include "backends/opencl/predecessors.hpp"

#include <algorithm>

#include "backends/opencl/configurations.hpp"
#include "core/text.hpp"

namespace apsp {
namespace {

constexpr std::size_t kGroupRows = 8;      // GROUP_ROWS
constexpr std::size_t kMostVertices = 16;  // MOST_VERTICES
// Bytes of P on a device with memory of its own, and of turned rows on others, to stay in caches.
constexpr std::size_t kMostFound = std::size_t{1} << 27;
constexpr std::size_t kMostTurned = std::size_t{1} << 23;

/// A copy on the device of what a vector holds; of nothing, a buffer that is not read.
template <class Element>
cl::Buffer copy_of(Launcher& launcher, Transfer* transfer, const std::vector<Element>& elements) {
    const std::size_t bytes = std::max<std::size_t>(elements.size(), 1) * sizeof(Element);
    cl::Buffer buffer = launcher.allocate(std::max<std::size_t>(bytes, 16));
    if (transfer != nullptr) {
        transfer->to_device(elements.data(), buffer, elements.size() * sizeof(Element));
    } else if (!elements.empty()) {
        launcher.queue().enqueueWriteBuffer(buffer, CL_TRUE, 0, bytes, elements.data());
    }
    return buffer;
}

/// llvmpipe ends the loops of a work-item in silence after 65535 iterations: at one vertex a
/// work-item, and at most 5 iterations an arc, lists may be this long.
void check_iterations(const TightArcs& arcs) {
    constexpr std::size_t kLongest = 8192;
    for (std::size_t j = 0; j < arcs.n; ++j) {
        const std::size_t length = arcs.first[j + 1] - arcs.first[j];
        if (length <= kLongest) continue;
        throw Error(
            ErrorKind::usage,
            fmt::format("paths: llvmpipe allows 65535 iterations a work-item, enough for {} "
                        "shortest arcs into a vertex; vertex {} has {}; try another device",
                        kLongest, j, length));
    }
}

}  // namespace

PredecessorKernels::PredecessorKernels(const Launcher& launcher, const EngineOptions& options,
                                       bool gpu)
    : gpu_(gpu) {
    KernelOptions kernel_options{options.dtype, options.semiring, {{"MIN_TERNARY", 1}}};
    if (!gpu) {
        const std::size_t width = cpu_configuration(launcher.description(), options).vw;
        const std::size_t vectors = width < 64 ? 4 : 2;
        lanes_ = width * vectors;
        kernel_options.defines.push_back({"VW", width});
        kernel_options.defines.push_back({"VECTORS", vectors});
        if (width > 16) kernel_options.defines.push_back({"WIDE", 1});
    }
    const cl::Program program =
        launcher.build(gpu ? "predecessors_gpu.cl" : "predecessors_cpu.cl", kernel_options);
    turn_ = cl::Kernel(program, "turn");
    search_ = cl::Kernel(program, "search");
}

void PredecessorKernels::find(Launcher& launcher, const cl::Buffer& distances,
                              const TightArcs& arcs, Matrix& predecessors, Transfer* transfer) {
    const std::size_t ld = predecessors.ld();
    const std::size_t row_bytes = ld * sizeof(std::int32_t);
    const std::size_t fit =
        transfer != nullptr ? kMostFound / row_bytes : kMostTurned / (ld * size_of(arcs.dtype));
    const std::size_t step =
        std::clamp(fit / Matrix::kPadding * Matrix::kPadding, Matrix::kPadding, ld);
    const cl::Buffer list = copy_of(launcher, transfer, arcs.first);
    const cl::Buffer sources = copy_of(launcher, transfer, arcs.sources);
    const cl::Buffer weights = copy_of(launcher, transfer, arcs.weights);
    const cl::Buffer direct = copy_of(launcher, transfer, arcs.direct);
    const cl::Buffer turned = launcher.allocate(step * ld * size_of(arcs.dtype));
    const cl::Buffer found =
        transfer != nullptr
            ? launcher.allocate(step * row_bytes)
            : cl::Buffer(launcher.context(), CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR,
                         predecessors.bytes(), predecessors.data());
    const std::size_t item = gpu_ ? kGroupRows : 1;
    const cl::NDRange group = gpu_ ? cl::NDRange(lanes_, kGroupRows) : cl::NDRange(1, 1);
    const bool few = launcher.description().name.find("llvmpipe") != std::string::npos;
    if (few) check_iterations(arcs);
    const std::size_t vertices = few ? 1 : kMostVertices;

    for (std::size_t row = 0; row < arcs.n; row += step) {
        const std::size_t rows = std::min(step, ld - row);
        const std::size_t blocks = rows / lanes_;
        const std::size_t columns = ld / turned_columns_ * (gpu_ ? lanes_ : 1);
        launcher.launch(turn_, cl::NDRange(columns, blocks * item), group, distances, offset(ld),
                        offset(row), turned);
        visit(arcs.dtype, [&](auto sample) {
            using T = decltype(sample);
            const auto far = static_cast<T>(arcs.no_path_from);
            const auto relative = static_cast<T>(arcs.relative_slack);
            const auto absolute = static_cast<T>(arcs.absolute_slack);
            const cl_ulong place = offset(transfer != nullptr ? 0 : row * ld);
            if (gpu_) {
                launcher.launch(search_, cl::NDRange(columns, blocks * item), group, turned,
                                offset(ld), offset(row), list, sources, weights, direct,
                                offset(2 * arcs.words), far, relative, absolute, count(arcs.exact),
                                count(arcs.non_negative), found, place);
            } else {
                launcher.launch(search_, cl::NDRange(ld / vertices, blocks), group, turned,
                                offset(ld), offset(row), count(vertices), list, sources, weights,
                                direct, offset(8 * arcs.words), far, relative, absolute,
                                count(arcs.exact), count(arcs.non_negative), found, place);
            }
        });
        if (transfer != nullptr) {
            auto* const to = static_cast<unsigned char*>(predecessors.data()) + row * row_bytes;
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

}  // namespace apsp
