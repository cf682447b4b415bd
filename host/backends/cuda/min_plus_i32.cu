// Shortest paths in i32.
#include "backends/cuda/instantiate.cuh"

namespace apsp::cuda {

const Kernels kMinPlusI32 = kernels_of<Ring<Semiring::min_plus, Numbers<int>>, WideUpdate,
                                       CloseSmall, CloseSmall64, CloseMedium, CloseLarge>();

}  // namespace apsp::cuda
