// Rows of a matrix on a CUDA device, reduced there (see reduce_rows.cu).
#pragma once

#include "backends/cuda/runtime.hpp"
#include "core/row_reduction.hpp"

namespace apsp::cuda {

/// `matrix` tells the shape of what `data` holds.
std::vector<RowReduction> reduce_rows(const Card& card, const void* data, const Matrix& matrix,
                                      double no_path, cudaStream_t stream);

}  // namespace apsp::cuda
