#include "backends/opencl/tiles.hpp"

namespace apsp::opencl {
namespace {

constexpr std::size_t kSquare = 32;     // MS of matrix.cl
constexpr std::size_t kSquareRows = 8;  // MG

}  // namespace

Mirror::Mirror(const Launcher& launcher, const EngineOptions& options)
    : mirror_(launcher.build("matrix.cl", {options.dtype, options.semiring, {}}), "mirror") {}

void Mirror::operator()(Launcher& launcher, const cl::Buffer& matrix, const View& view) {
    const Range rows = view.rows.all;
    if (rows.size() == 0) return;
    launcher.launch(mirror_, cl::NDRange(view.cols.size(), rows.size() / kSquare * kSquareRows),
                    cl::NDRange(kSquare, kSquareRows), matrix, offset(view.slab.ld),
                    offset(rows.first), offset(view.cols.first));
}

}  // namespace apsp::opencl
