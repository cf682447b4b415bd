// Compiles close_square.cl for tiles of APSP_ROWS x APSP_COLS that ACROSS x DOWN threads hold, and
// TS pivots per step. APSP_SEMIRINGS is the file that compiles it over those that have this shape.
#include "backends/cuda/groups.cuh"
#include "backends/cuda/kernel_list.cuh"

#define APSP_FILE "close_square.cl"
#define APSP_FAMILY PASTE(PASTE(PASTE(close, APSP_ROWS), PASTE(x, APSP_COLS)), PASTE(by, TS))
#define APSP_KERNELS APSP_KERNEL(close_square)
#define APSP_DEFINES \
    APSP_DEFINE(TS), APSP_DEFINE(ROWS), APSP_DEFINE(COLS), APSP_DEFINE(GROUP), APSP_DEFINE(WORDS)
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

#undef APSP_ROWS
#undef APSP_COLS
#undef ACROSS
#undef DOWN
#undef TS
#undef RESIDENT
