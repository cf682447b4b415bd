// The ladder's kernels, over min-plus.
#include "backends/cuda/kernel_list.cuh"

#define APSP_DEFINES

#define APSP_FILE "ladder/single.cl"
#define APSP_FAMILY single_
#define APSP_KERNELS APSP_KERNEL(single)
#include "backends/cuda/min_plus.cuh"

#define APSP_FILE "ladder/chunked.cl"
#define APSP_FAMILY chunked_
#define APSP_KERNELS APSP_KERNEL(chunked)
#include "backends/cuda/min_plus.cuh"

// All blocks run at the same time, since the launch is cooperative.
#define POLLS ULONG_MAX
#define PTX_FENCE
#define APSP_FILE "ladder/persistent.cl"
#define APSP_FAMILY persistent_
#define APSP_KERNELS APSP_KERNEL(persistent), APSP_KERNEL(persistent_register)
#include "backends/cuda/min_plus.cuh"

#define APSP_FILE "ladder/naive.cl"
#define APSP_FAMILY naive_
#define APSP_KERNELS APSP_KERNEL(naive)
#include "backends/cuda/min_plus.cuh"

#define APSP_FILE "ladder/coalesced.cl"
#define APSP_FAMILY coalesced_
#define APSP_KERNELS APSP_KERNEL(coalesced), APSP_KERNEL(row_shared)
#include "backends/cuda/min_plus.cuh"

#define BLOCK 512  // or less
#define APSP_FILE "ladder/wide.cl"
#define APSP_FAMILY wide_
#define APSP_KERNELS APSP_KERNEL(one_pivot), APSP_KERNEL(all_pivots)
#include "backends/cuda/min_plus.cuh"

#undef APSP_DEFINES
#define APSP_DEFINES APSP_DEFINE(TILE), APSP_DEFINE(WIDTH), APSP_DEFINE(TRANSPOSED)
#define TILE 16
#include "backends/cuda/ladder_tiles.cuh"
#undef TILE
#define TILE 32
#include "backends/cuda/ladder_tiles.cuh"

namespace apsp::cuda {

const std::vector<NamedKernel>& ladder_kernels() {
    return opencl_c::kernels();
}

}  // namespace apsp::cuda
