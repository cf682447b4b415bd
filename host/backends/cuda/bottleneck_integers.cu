// Widest paths, and those with the smallest bottleneck, in i32, i16 and u8.
#include "backends/cuda/instantiate.cuh"

namespace apsp::cuda {

const ClosingKernels kMaxMinI32 = closing_of_format<Semiring::max_min, Numbers<int>>();
const ClosingKernels kMaxMinI16 = closing_of_format<Semiring::max_min, Shorts>();
const ClosingKernels kMaxMinU8 = closing_of_format<Semiring::max_min, Bytes>();
const ClosingKernels kMinMaxI32 = closing_of_format<Semiring::min_max, Numbers<int>>();
const ClosingKernels kMinMaxI16 = closing_of_format<Semiring::min_max, Shorts>();
const ClosingKernels kMinMaxU8 = closing_of_format<Semiring::min_max, Bytes>();

}  // namespace apsp::cuda
