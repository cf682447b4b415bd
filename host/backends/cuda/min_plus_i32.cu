// Shortest paths in i32.
#include "backends/cuda/instantiate.cuh"

namespace apsp::cuda {

const ClosingKernels kMinPlusI32 = closing_of_format<Semiring::min_plus, Numbers<int>, CloseTall,
                                                     CloseMedium, CloseLarge, CloseLargest>();

}  // namespace apsp::cuda
