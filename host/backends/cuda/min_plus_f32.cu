// Shortest paths in f32, whose weights are not negative (see Graph::set_potentials).
#include "backends/cuda/instantiate.cuh"

namespace apsp::cuda {

const ClosingKernels kMinPlusF32 =
    closing_of_format<Semiring::min_plus, NonNegativeFloats, CloseTall, CloseMedium, CloseLarge,
                      CloseLargest>();

}  // namespace apsp::cuda
