// Widest paths in f32 and f64.
#include "backends/cuda/instantiate.cuh"

namespace apsp::cuda {

const Kernels kMaxMinF32 =
    kernels_of<Ring<Semiring::max_min, Numbers<float>>, WideUpdate, CloseSmall, CloseSmall64>();
const Kernels kMaxMinF64 = kernels_of<Ring<Semiring::max_min, Numbers<double>>, DoubleUpdate,
                                      CloseSmallF64, CloseSmall64>();

}  // namespace apsp::cuda
