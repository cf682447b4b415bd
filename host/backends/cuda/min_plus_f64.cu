// Shortest paths in f64.
#include "backends/cuda/instantiate.cuh"

namespace apsp::cuda {

const ClosingKernels kMinPlusF64 =
    closing_of_format<Semiring::min_plus, Numbers<double>, CloseTall, CloseMedium>();

}  // namespace apsp::cuda
