// Rows of a matrix on a CUDA device, reduced there (see reduce_rows.cu).
#pragma once

#include "backends/cuda/runtime.hpp"
#include "statistics/row_reduction.hpp"

namespace apsp::cuda {

/// `matrix` is of n vertices, and lies as a Matrix does.
std::vector<RowReduction> reduce_rows(const Card& card, const void* matrix, std::size_t n,
                                      Dtype dtype, double no_path, cudaStream_t stream);

}  // namespace apsp::cuda
