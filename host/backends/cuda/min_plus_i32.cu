// Shortest paths in i32.
#include "backends/cuda/instantiate.cuh"

namespace apsp::cuda {

const Kernels kMinPlusI32 = kernels_of_format<Semiring::min_plus, Numbers<int>, CloseTall,
                                              CloseMedium, CloseLarge, CloseLargest>();

}  // namespace apsp::cuda
