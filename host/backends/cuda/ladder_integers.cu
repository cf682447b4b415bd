// The ladder in i32, i16 and u8.
#include "backends/cuda/ladder_instantiate.cuh"

namespace apsp::cuda {

const LadderKernels kLadderI32 = ladder_kernels_of<Ring<Semiring::min_plus, Numbers<int>>>();
const LadderKernels kLadderI16 = ladder_kernels_of<Ring<Semiring::min_plus, Shorts>>();
const LadderKernels kLadderU8 = ladder_kernels_of<Ring<Semiring::min_plus, Bytes>>();

}  // namespace apsp::cuda
