// Shortest paths in f64.
#include "backends/cuda/instantiate.cuh"

namespace apsp::cuda {

const Kernels kMinPlusF64 = kernels_of<Ring<Semiring::min_plus, Numbers<double>>, DoubleUpdate,
                                       CloseSmallF64, CloseSmall64, CloseMedium, CloseLarge>();

}  // namespace apsp::cuda
