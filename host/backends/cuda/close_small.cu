// Closing squares of up to 512, or so: over every semiring but or_and.
#define APSP_SEMIRINGS "backends/cuda/all_semirings.cuh"

// A square of 512 takes 128 tiles, one per multiprocessor of a large GPU.
#define APSP_SHAPE \
    128, 16, 8, 16, 32, (APSP_BYTES == 8 ? 1 : 3)  // in fewer registers f64 would spill
#include "backends/cuda/close.cuh"

#define APSP_SHAPE 64, 32, 16, 16, 64, 1
#include "backends/cuda/close.cuh"

APSP_LIST(close_small)
