// Rows of a matrix on an OpenCL device, reduced there (see reduce_rows.cl).
#pragma once

#include "backends/opencl/launcher.hpp"
#include "core/row_reduction.hpp"

namespace apsp {

/// `matrix` tells the shape of what `buffer` holds.
std::vector<RowReduction> reduce_rows(Launcher& launcher, const cl::Buffer& buffer,
                                      const Matrix& matrix, double no_path);

}  // namespace apsp
