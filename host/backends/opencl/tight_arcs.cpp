// See tight_arcs.hpp.
#include "backends/opencl/tight_arcs.hpp"

#include "backends/predecessor_parts.hpp"

namespace apsp::opencl {
namespace {

constexpr std::size_t kWord = 32;   // rows, a bit each
constexpr std::size_t kItems = 32;  // work-items that list the arcs into a vertex

}  // namespace

TightArcKernels::TightArcKernels(const Launcher& launcher, const EngineOptions& options) {
    const cl::Program program =
        launcher.build("tight_arcs.cl", {options.dtype,
                                         options.semiring,
                                         {{"MIN_TERNARY", 1}, {"WORD", kWord}, {"ITEMS", kItems}}});
    mark_ = cl::Kernel(program, "mark");
    list_ = cl::Kernel(program, "list");
}

void TightArcKernels::keep(Launcher& launcher, const cl::Buffer& matrix, std::size_t bytes) {
    weights_ = launcher.allocate(bytes);
    launcher.queue().enqueueCopyBuffer(matrix, weights_, 0, 0, bytes);
}

std::vector<std::size_t> TightArcKernels::mark(Launcher& launcher, const cl::Buffer& distances,
                                               std::size_t ld, const TightRule& rule,
                                               DeviceArcs& arcs) {
    const std::size_t words = ld / kWord;
    arcs.direct = launcher.allocate(ld * words * sizeof(cl_uint));
    tight_ = rule.exact ? arcs.direct : launcher.allocate(ld * words * sizeof(cl_uint));
    std::vector<cl_uint> counts(2 * ld, 0);
    const std::size_t counts_bytes = counts.size() * sizeof(cl_uint);
    const cl::Buffer on_device = launcher.allocate(counts_bytes);
    launcher.queue().enqueueWriteBuffer(on_device, CL_FALSE, 0, counts_bytes, counts.data());
    visit(rule.dtype, [&](auto sample) {
        using T = decltype(sample);
        launcher.launch(mark_, cl::NDRange(ld, words), cl::NDRange(32, 4), weights_, distances,
                        offset(ld), static_cast<T>(rule.no_path_from),
                        static_cast<T>(rule.relative_slack), count(rule.exact), arcs.direct, tight_,
                        on_device);
    });
    launcher.queue().enqueueReadBuffer(on_device, CL_TRUE, 0, counts_bytes, counts.data());

    const auto bounds = list_bounds(rule.n, counts);
    const std::size_t bounds_bytes = bounds.size() * sizeof(cl_ulong);
    arcs.bounds = launcher.allocate(bounds_bytes);
    launcher.queue().enqueueWriteBuffer(arcs.bounds, CL_TRUE, 0, bounds_bytes, bounds.data());
    const cl_uint none = 0;
    circles_ = launcher.allocate(sizeof none);
    launcher.queue().enqueueWriteBuffer(circles_, CL_TRUE, 0, sizeof none, &none);
    return bounds;
}

void TightArcKernels::list(Launcher& launcher, const cl::Buffer& distances, std::size_t ld,
                           const TightRule& rule, Range columns, DeviceArcs& arcs) {
    visit(rule.dtype, [&](auto sample) {
        using T = decltype(sample);
        launcher.launch(list_, cl::NDRange(columns.size() * kItems), cl::NDRange(kItems), weights_,
                        distances, offset(ld), static_cast<T>(rule.no_path_from), count(rule.exact),
                        tight_, arcs.bounds, offset(columns.first), arcs.sources, arcs.weights,
                        circles_);
    });
}

bool TightArcKernels::circles(Launcher& launcher, const TightRule& rule) const {
    if (!rule.exact) return false;
    cl_uint found = 0;
    launcher.queue().enqueueReadBuffer(circles_, CL_TRUE, 0, sizeof found, &found);
    return found != 0;
}

}  // namespace apsp::opencl
