// Rows of a matrix on an OpenCL device, reduced there (see reduce_rows.cl).
#pragma once

#include "backends/opencl/launcher.hpp"
#include "statistics/row_reduction.hpp"

namespace apsp::opencl {

/// `matrix` is of n vertices, and lies as a Matrix does.
std::vector<RowReduction> reduce_rows(Launcher& launcher, const cl::Buffer& matrix, std::size_t n,
                                      Dtype dtype, double no_path);

}  // namespace apsp::opencl
