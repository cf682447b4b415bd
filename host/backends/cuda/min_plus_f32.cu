// Shortest paths in f32, whose weights are not negative (see Graph::set_potentials).
#include "backends/cuda/instantiate.cuh"

namespace apsp::cuda {

using Positive = Ring<Semiring::min_plus, NonNegativeFloats>;

const Kernels kMinPlusF32 = kernels_of<Positive>(
    Shapes<WideUpdateOfPairs, SmallUpdateOfPairs>{},
    Shapes<CloseSmall, CloseSmall64, CloseTall, CloseMedium, CloseLarge, CloseLargest>{});

}  // namespace apsp::cuda
