// The ladder's kernels, over min-plus.
#include "backends/cuda/kernel_list.cuh"

#define APSP_DEFINES

#define APSP_FILE "ladder/single.cl"
#define APSP_KERNELS APSP_KERNEL(single)
#include "backends/cuda/min_plus.cuh"

#define APSP_FILE "ladder/chunked.cl"
#define APSP_KERNELS APSP_KERNEL(chunked)
#include "backends/cuda/min_plus.cuh"

// All blocks run at the same time, since the launch is cooperative.
#define POLLS ULONG_MAX
#define PTX_FENCE
#define APSP_FILE "ladder/persistent.cl"
#define APSP_KERNELS APSP_KERNEL(persistent), APSP_KERNEL(persistent_register)
#include "backends/cuda/min_plus.cuh"

#define APSP_FILE "ladder/naive.cl"
#define APSP_KERNELS APSP_KERNEL(naive)
#include "backends/cuda/min_plus.cuh"

#define APSP_FILE "ladder/coalesced.cl"
#define APSP_KERNELS APSP_KERNEL(coalesced), APSP_KERNEL(row_shared)
#include "backends/cuda/min_plus.cuh"

#define BLOCK 512  // or less
#define APSP_FILE "ladder/wide.cl"
#define APSP_KERNELS APSP_KERNEL(one_pivot), APSP_KERNEL(all_pivots)
#include "backends/cuda/min_plus.cuh"

#undef APSP_DEFINES
#define APSP_DEFINES APSP_DEFINE(TILE), APSP_DEFINE(WIDTH), APSP_DEFINE(TRANSPOSED)
#define APSP_SHAPE 16, 1, 0
#include "backends/cuda/ladder_tiles.cuh"
#define APSP_SHAPE 16, 1, 1
#include "backends/cuda/ladder_tiles.cuh"
#define APSP_SHAPE 16, 4, 0
#include "backends/cuda/ladder_tiles.cuh"
#define APSP_SHAPE 32, 1, 0
#include "backends/cuda/ladder_tiles.cuh"
#define APSP_SHAPE 32, 1, 1
#include "backends/cuda/ladder_tiles.cuh"
#define APSP_SHAPE 32, 4, 0
#include "backends/cuda/ladder_tiles.cuh"

APSP_LIST(ladder)
