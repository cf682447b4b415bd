// Most reliable paths, in f32 and f64.
#include "backends/cuda/instantiate.cuh"

namespace apsp::cuda {

const Kernels kMaxTimesF32 =
    kernels_of<Ring<Semiring::max_times, Numbers<float>>, WideUpdate, CloseSmall, CloseSmall64>();
const Kernels kMaxTimesF64 = kernels_of<Ring<Semiring::max_times, Numbers<double>>, DoubleUpdate,
                                        CloseSmallF64, CloseSmall64>();

}  // namespace apsp::cuda
