// Closing larger squares, over min-plus. Squares of 1024 and 2048 take 128 tiles of 256 x 32 and
// 256 x 128, one per multiprocessor of a large GPU. The latter pay only where they nearly fill the
// device: n = 1536 takes 0.54 ms with 72 of them, and 0.46 in blocks of 512.
#define APSP_SEMIRINGS "backends/cuda/min_plus.cuh"

#define APSP_ROWS 256
#define APSP_COLS 32
#define ACROSS 8
#define DOWN 32
#define TS 32
#define RESIDENT 1
#include "backends/cuda/close.cuh"

#define APSP_ROWS 128
#define APSP_COLS 64
#define ACROSS 16
#define DOWN 16
#define TS 32
#define RESIDENT 1
#include "backends/cuda/close.cuh"

#define APSP_WITHOUT_F64
#define APSP_ROWS 128
#define APSP_COLS 128
#define ACROSS 16
#define DOWN 16
#define TS 32
#define RESIDENT 1
#include "backends/cuda/close.cuh"

#define APSP_WITHOUT_SMALL
#define APSP_ROWS 256
#define APSP_COLS 128
#define ACROSS 16
#define DOWN 16
#define TS 32
#define RESIDENT 1
#include "backends/cuda/close.cuh"

namespace apsp::cuda {

const std::vector<NamedKernel>& large_close_kernels() {
    return opencl_c::kernels();
}

}  // namespace apsp::cuda
