// Widest paths, and those with the smallest bottleneck, in f32 and f64.
#include "backends/cuda/instantiate.cuh"

namespace apsp::cuda {

const ClosingKernels kMaxMinF32 = closing_of_format<Semiring::max_min, Numbers<float>>();
const ClosingKernels kMaxMinF64 = closing_of_format<Semiring::max_min, Numbers<double>>();
const ClosingKernels kMinMaxF32 = closing_of_format<Semiring::min_max, Numbers<float>>();
const ClosingKernels kMinMaxF64 = closing_of_format<Semiring::min_max, Numbers<double>>();

}  // namespace apsp::cuda
