// Widest paths in i32, i16 and u8.
#include "backends/cuda/instantiate.cuh"

namespace apsp::cuda {

const Kernels kMaxMinI32 =
    kernels_of<Ring<Semiring::max_min, Numbers<int>>, WideUpdate, CloseSmall, CloseSmall64>();
const Kernels kMaxMinI16 =
    kernels_of<Ring<Semiring::max_min, Shorts>, TallUpdate, CloseSmall, CloseSmall64>();
const Kernels kMaxMinU8 =
    kernels_of<Ring<Semiring::max_min, Bytes>, TallUpdate, CloseSmall, CloseSmall64>();

}  // namespace apsp::cuda
