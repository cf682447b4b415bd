// The ladder in f32 and f64.
#include "backends/cuda/ladder_blocks.cuh"

namespace apsp::cuda {

NamedKernels ladder_kernels_of_floats(Dtype dtype) {
    return dtype == Dtype::f32 ? ladder_kernels<Ring<Semiring::min_plus, Numbers<float>>>()
                               : ladder_kernels<Ring<Semiring::min_plus, Numbers<double>>>();
}

}  // namespace apsp::cuda
