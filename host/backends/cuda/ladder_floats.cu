// The ladder in f32 and f64.
#include "backends/cuda/ladder_instantiate.cuh"

namespace apsp::cuda {

const LadderKernels kLadderF32 = ladder_kernels_of<Ring<Semiring::min_plus, Numbers<float>>>();
const LadderKernels kLadderF64 = ladder_kernels_of<Ring<Semiring::min_plus, Numbers<double>>>();

}  // namespace apsp::cuda
