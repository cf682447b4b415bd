// Closing larger squares, over min-plus. Squares of 1024 and 2048 take 128 tiles of 256 x 32 and
// 256 x 128, one per multiprocessor of a large GPU. The latter pay only where they nearly fill the
// device: n = 1536 takes 0.54 ms with 72 of them, and 0.46 in blocks of 512.
#define APSP_SEMIRINGS "backends/cuda/min_plus.cuh"

#define APSP_SHAPE 256, 32, 8, 32, 32, 1
#include "backends/cuda/close.cuh"

#define APSP_SHAPE 128, 64, 16, 16, 32, 1
#include "backends/cuda/close.cuh"

#define APSP_WITHOUT_F64
#define APSP_SHAPE 128, 128, 16, 16, 32, 1
#include "backends/cuda/close.cuh"

#define APSP_WITHOUT_SMALL
#define APSP_SHAPE 256, 128, 16, 16, 32, 1
#include "backends/cuda/close.cuh"

APSP_LIST(close_large)
