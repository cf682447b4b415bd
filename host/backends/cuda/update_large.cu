// Products with tiles for large matrices.
#define TM (APSP_BYTES < 4 ? 128 : 64)
#define TN (APSP_BYTES == 4 ? 128 : 64)
#define RM (APSP_BYTES == 8 ? 4 : 8)
#define RESIDENT (APSP_BYTES == 8 ? 2 : 3)  // 3 of f64 fit, too, and nvcc moves less
#include "backends/cuda/update.cuh"

APSP_LIST(update_large)
