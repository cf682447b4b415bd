// Shortest paths in i16 and u8: two columns per word.
#include "backends/cuda/instantiate.cuh"

namespace apsp::cuda {

const ClosingKernels kMinPlusI16 =
    closing_of_format<Semiring::min_plus, Shorts, CloseTall, CloseMedium, CloseLarge>();
const ClosingKernels kMinPlusU8 =
    closing_of_format<Semiring::min_plus, Bytes, CloseTall, CloseMedium, CloseLarge>();

}  // namespace apsp::cuda
