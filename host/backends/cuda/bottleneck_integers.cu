// Widest paths, and those with the smallest bottleneck, in i32, i16 and u8.
#include "backends/cuda/instantiate.cuh"

namespace apsp::cuda {

const Kernels kMaxMinI32 = kernels_of_format<Semiring::max_min, Numbers<int>>();
const Kernels kMaxMinI16 = kernels_of_format<Semiring::max_min, Shorts>();
const Kernels kMaxMinU8 = kernels_of_format<Semiring::max_min, Bytes>();
const Kernels kMinMaxI32 = kernels_of_format<Semiring::min_max, Numbers<int>>();
const Kernels kMinMaxI16 = kernels_of_format<Semiring::min_max, Shorts>();
const Kernels kMinMaxU8 = kernels_of_format<Semiring::min_max, Bytes>();

}  // namespace apsp::cuda
