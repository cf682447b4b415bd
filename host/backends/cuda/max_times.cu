// Most reliable paths, in f32 and f64.
#include "backends/cuda/instantiate.cuh"

namespace apsp::cuda {

const Kernels kMaxTimesF32 = kernels_of_format<Semiring::max_times, Numbers<float>>();
const Kernels kMaxTimesF64 = kernels_of_format<Semiring::max_times, Numbers<double>>();

}  // namespace apsp::cuda
