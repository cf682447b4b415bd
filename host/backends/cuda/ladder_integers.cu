// The ladder in i32, i16 and u8.
#include "backends/cuda/ladder_blocks.cuh"

namespace apsp::cuda {

NamedKernels ladder_kernels_of_integers(Dtype dtype) {
    return dtype == Dtype::i32   ? ladder_kernels<Ring<Semiring::min_plus, Numbers<int>>>()
           : dtype == Dtype::i16 ? ladder_kernels<Ring<Semiring::min_plus, Shorts>>()
                                 : ladder_kernels<Ring<Semiring::min_plus, Bytes>>();
}

}  // namespace apsp::cuda
