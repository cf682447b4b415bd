// Compiles the ladder's blocked kernels with one edge of tiles.
#define WIDTH 1
#define TRANSPOSED 0
#define APSP_FILE "ladder/classic.cl"
#define APSP_FAMILY PASTE(classic, TILE)
#define APSP_KERNELS APSP_KERNEL(close), APSP_KERNEL(update), APSP_KERNEL(mirror)
#include "backends/cuda/min_plus.cuh"
#undef TRANSPOSED

#define TRANSPOSED 1
#define APSP_FILE "ladder/classic.cl"
#define APSP_FAMILY PASTE(transposed, TILE)
#define APSP_KERNELS APSP_KERNEL(close), APSP_KERNEL(update), APSP_KERNEL(mirror)
#include "backends/cuda/min_plus.cuh"
#undef TRANSPOSED
#undef WIDTH

#define WIDTH 4
#define TRANSPOSED 0
#define APSP_FILE "ladder/classic.cl"
#define APSP_FAMILY PASTE(vector, TILE)
#define APSP_KERNELS APSP_KERNEL(close), APSP_KERNEL(update), APSP_KERNEL(mirror)
#include "backends/cuda/min_plus.cuh"
#undef TRANSPOSED
#undef WIDTH
