// Shortest paths in i16 and u8: two columns per word.
#include "backends/cuda/instantiate.cuh"

namespace apsp::cuda {

const Kernels kMinPlusI16 =
    kernels_of_format<Semiring::min_plus, Shorts, CloseTall, CloseMedium, CloseLarge>();
const Kernels kMinPlusU8 =
    kernels_of_format<Semiring::min_plus, Bytes, CloseTall, CloseMedium, CloseLarge>();

}  // namespace apsp::cuda
