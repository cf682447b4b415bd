// Paths with the smallest bottleneck in i32, i16 and u8.
#include "backends/cuda/instantiate.cuh"

namespace apsp::cuda {

const Kernels kMinMaxI32 =
    kernels_of<Ring<Semiring::min_max, Numbers<int>>, WideUpdate, CloseSmall, CloseSmall64>();
const Kernels kMinMaxI16 =
    kernels_of<Ring<Semiring::min_max, Shorts>, TallUpdate, CloseSmall, CloseSmall64>();
const Kernels kMinMaxU8 =
    kernels_of<Ring<Semiring::min_max, Bytes>, TallUpdate, CloseSmall, CloseSmall64>();

}  // namespace apsp::cuda
