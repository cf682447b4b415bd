// The kernels of small matrices.
#include "backends/kernel_shapes.hpp"
// After all other headers.
#include "backends/cuda/kernel_list.cuh"

#define APSP_DEFINES APSP_DEFINE(MICRO), APSP_DEFINE(PATHS)
#define MICRO (kBatchMicro<sizeof(W), PATHS != 0>)
#define EDGES kBatchEdges
#define GROUP kMostBatchItems  // or less

#define PATHS 1
#define APSP_FILE "batch_gpu.cl"
#define APSP_KERNELS APSP_KERNEL(close_batch)
#include "backends/cuda/min_plus.cuh"
#undef PATHS
#undef PARTS

#define PATHS 0
#define APSP_FILE "batch_gpu.cl"
#define APSP_KERNELS APSP_KERNEL(close_batch)
#include "backends/cuda/all_semirings.cuh"

APSP_LIST(batch)
