// Widest paths, and those with the smallest bottleneck, in f32 and f64.
#include "backends/cuda/instantiate.cuh"

namespace apsp::cuda {

const Kernels kMaxMinF32 = kernels_of_format<Semiring::max_min, Numbers<float>>();
const Kernels kMaxMinF64 = kernels_of_format<Semiring::max_min, Numbers<double>>();
const Kernels kMinMaxF32 = kernels_of_format<Semiring::min_max, Numbers<float>>();
const Kernels kMinMaxF64 = kernels_of_format<Semiring::min_max, Numbers<double>>();

}  // namespace apsp::cuda
