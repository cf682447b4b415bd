// Shortest paths in f32.
#include "backends/cuda/instantiate.cuh"

namespace apsp::cuda {

using General = Ring<Semiring::min_plus, Numbers<float>>;
using Positive = Ring<Semiring::min_plus, NonNegativeFloats>;

const Kernels kMinPlusF32 =
    kernels_of<General, WideUpdate, CloseSmall, CloseSmall64, CloseMedium, CloseLarge>();
const Kernels kMinPlusF32NonNegative =
    kernels_of<Positive, WideUpdateOfPairs, CloseSmall, CloseSmall64, CloseMedium, CloseLarge>();

}  // namespace apsp::cuda
