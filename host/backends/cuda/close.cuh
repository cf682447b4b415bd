// Compiles close_square.cl for a shape: rows and columns of the tiles, threads across and down one,
// pivots per step, and the blocks for which a multiprocessor has registers. APSP_SEMIRINGS is the
// file that compiles it over those that have this shape.
#include "backends/cuda/groups.cuh"
#include "backends/cuda/kernel_list.cuh"

#define APSP_FILE "close_square.cl"
#define APSP_KERNELS APSP_KERNEL(close_square)
#define APSP_DEFINES \
    APSP_DEFINE(TS), APSP_DEFINE(ROWS), APSP_DEFINE(COLS), APSP_DEFINE(GROUP), APSP_DEFINE(WORDS)
#define APSP_ROWS APSP_AT(0, APSP_SHAPE)
#define APSP_COLS APSP_AT(1, APSP_SHAPE)
#define ACROSS APSP_AT(2, APSP_SHAPE)
#define DOWN APSP_AT(3, APSP_SHAPE)
#define TS APSP_AT(4, APSP_SHAPE)
#define RESIDENT APSP_AT(5, APSP_SHAPE)
#define ONE_LANE
#define MIN_BITS
#define PARTS 2
#define MICRO 4
#define MICRO_ROWS (TS <= 32 ? 2 : 4)  // more would wait longer
#define RELAX_ROWS VW
#define ITEM_ROWS (APSP_ROWS / PARTS / DOWN)
#define ITEM_COLS (APSP_COLS / ACROSS)
#define WARPS 1
#define WHOLE_TILES 1
#define SPARE 1
#define POLLS (1u << 22)  // about a second: after that, the publisher must be gone
// A fetch takes as long as the rest, and what has not been published by then is looked for again.
#define LOOK_AFTER (ITEM_ROWS * ITEM_COLS <= 16 ? TS / 2 : TS * 3 / 4)
// Nothing but unrolling hides latency in squares and small parts. 64 pivots are rare: only who asks
// for tiles of 64 gets them, and unrolled they would take a third of the time of compiling CUDA.
#define PAIRS (TS <= 32 && sizeof(W) * ITEM_ROWS * ITEM_COLS < 128 ? TS / 2 : 4)
#define SQUARE_PAIRS (TS <= 32 ? TS / 2 : 4)
#include APSP_SEMIRINGS
#undef APSP_SHAPE
