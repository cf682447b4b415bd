// Most reliable paths, in f32 and f64.
#include "backends/cuda/instantiate.cuh"

namespace apsp::cuda {

const ClosingKernels kMaxTimesF32 = closing_of_format<Semiring::max_times, Numbers<float>>();
const ClosingKernels kMaxTimesF64 = closing_of_format<Semiring::max_times, Numbers<double>>();

}  // namespace apsp::cuda
