// Products with tiles for large matrices.
#define APSP_ROWS (APSP_BYTES < 4 ? 128 : 64)
#define APSP_WORDS (APSP_BYTES == 4 ? 128 : 64)
#define APSP_ITEM_ROWS (APSP_BYTES == 8 ? 4 : 8)
#define APSP_RESIDENT (APSP_BYTES == 8 ? 2 : 3)  // 3 of f64 fit, too, and nvcc moves less
#include "backends/cuda/update.cuh"

namespace apsp::cuda {

const std::vector<NamedKernel>& large_update_kernels() {
    return opencl_c::kernels();
}

}  // namespace apsp::cuda
