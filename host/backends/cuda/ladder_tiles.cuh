// Compiles the ladder's blocked kernels for a shape: the edge of tiles, and WIDTH and TRANSPOSED.
#define TILE APSP_AT(0, APSP_SHAPE)
#define WIDTH APSP_AT(1, APSP_SHAPE)
#define TRANSPOSED APSP_AT(2, APSP_SHAPE)
#define APSP_FILE "ladder/classic.cl"
#define APSP_KERNELS APSP_KERNEL(close), APSP_KERNEL(update), APSP_KERNEL(mirror)
#include "backends/cuda/min_plus.cuh"
#undef APSP_SHAPE
