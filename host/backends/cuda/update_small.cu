// Products that have too few large tiles to fill a device: more threads for the same work. Large
// tiles of f64 are no larger than these.
#define APSP_ROWS 64
#define APSP_WORDS 64
#define APSP_ITEM_ROWS 4
#define APSP_RESIDENT 5
#define APSP_WITHOUT_F64
#include "backends/cuda/update.cuh"

namespace apsp::cuda {

const std::vector<NamedKernel>& small_update_kernels() {
    return opencl_c::kernels();
}

}  // namespace apsp::cuda
