// Closing squares of up to 512, or so: over every semiring but or_and.
#define APSP_SEMIRINGS "backends/cuda/all_semirings.cuh"

// A square of 512 takes 128 tiles, one per multiprocessor of a large GPU.
#define APSP_ROWS 128
#define APSP_COLS 16
#define ACROSS 8
#define DOWN 16
#define TS 32
#define RESIDENT (APSP_BYTES == 8 ? 1 : 3)  // in fewer registers f64 would spill
#include "backends/cuda/close.cuh"

#define APSP_ROWS 64
#define APSP_COLS 32
#define ACROSS 16
#define DOWN 16
#define TS 64
#define RESIDENT 1
#include "backends/cuda/close.cuh"

namespace apsp::cuda {

const std::vector<NamedKernel>& small_close_kernels() {
    return opencl_c::kernels();
}

}  // namespace apsp::cuda
