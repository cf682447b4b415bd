#include "backends/opencl/configurations.hpp"
#include "backends/opencl/tiles.hpp"

namespace apsp::opencl {
Mirror::Mirror(const Launcher& launcher, const EngineOptions& options)
    : mirror_(launcher.build("matrix.cl", matrix_options(options)), "mirror") {}

void Mirror::operator()(Launcher& launcher, const cl::Buffer& matrix, const View& view) {
    const Range rows = view.rows.all;
    if (rows.size() == 0) return;
    launcher.launch(mirror_, cl::NDRange(view.cols.size(), rows.size() / kSquare * kSquareRows),
                    cl::NDRange(kSquare, kSquareRows), matrix, offset(view.slab.ld),
                    offset(rows.first), offset(view.cols.first));
}

}  // namespace apsp::opencl
