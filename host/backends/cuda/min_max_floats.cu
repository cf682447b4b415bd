// Paths with the smallest bottleneck in f32 and f64.
#include "backends/cuda/instantiate.cuh"

namespace apsp::cuda {

const Kernels kMinMaxF32 =
    kernels_of<Ring<Semiring::min_max, Numbers<float>>, WideUpdate, CloseSmall, CloseSmall64>();
const Kernels kMinMaxF64 = kernels_of<Ring<Semiring::min_max, Numbers<double>>, DoubleUpdate,
                                      CloseSmallF64, CloseSmall64>();

}  // namespace apsp::cuda
