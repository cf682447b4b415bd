// `classic`: blocked Floyd-Warshall in three phases, one tile per group, its cells in local memory.
//   WIDTH 1      one cell per work-item
//   WIDTH 4      `classic-vector`: four neighbouring cells of a row, as one vector
//   TRANSPOSED 1 `classic-transposed`: the first index of a work-item is its row, so neighbouring
//                work-items touch local memory TILE cells apart, all in one bank, and global memory
//                a row apart
//
// G. J. Katz, J. T. Kider, "All-pairs shortest-paths for large graphs on the GPU", 2008; in OpenCL
// and with vectors: M. Pandey, S. Sharma, "OpenCL parallel blocked approach for solving all pairs
// shortest path problem on GPU", IJCA 111(15), 2015; the order of the indices is from the HW4
// report (CUDA, OpenMP, MPI).
#include "semiring.h"

#if WIDTH == 1
#define TV T
#else
#define TV T_VECTOR(WIDTH)
#endif
#define GLOBAL(p) (*(__global TV*)(p))
#define LOCAL(p) (*(__local TV*)(p))

#if TRANSPOSED
#define SHAPE TILE, TILE / WIDTH, 1
#define COLUMN (get_local_id(1) * WIDTH)
#define ROW get_local_id(0)
#else
#define SHAPE TILE / WIDTH, TILE, 1
#define COLUMN (get_local_id(0) * WIDTH)
#define ROW get_local_id(1)
#endif

// Phase 1: Floyd-Warshall inside the tile that begins at d[first][first], by one group.
__kernel __attribute__((reqd_work_group_size(SHAPE))) void close(__global T* d, ulong ld,
                                                                 ulong first) {
    LOCAL_MEMORY T tile[TILE * TILE] __attribute__((aligned(32)));
    const uint x = COLUMN, y = ROW;
    __global T* const cells = d + (first + y) * ld + first + x;
    TV mine = GLOBAL(cells);
    LOCAL(tile + y * TILE + x) = mine;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < TILE; ++k) {
        mine = RELAX(mine, (TV)(tile[y * TILE + k]), LOCAL(tile + k * TILE + x));
        barrier(CLK_LOCAL_MEM_FENCE);
        LOCAL(tile + y * TILE + x) = mine;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    GLOBAL(cells) = mine;
}

// Phases 2 and 3: C <- C (+) A (x) B through the pivots via .. via + TILE - 1. The groups are
// (tiles of a row, tiles of a column) from (row, column) on, skipping `gap` cells from `gap_at` on.
// With `upper`, tiles below the diagonal are skipped, too. In phase 2, C is one of the operands:
// all of the tile is read before any of it is written.
__kernel __attribute__((reqd_work_group_size(SHAPE))) void update(__global T* d, ulong ld,
                                                                  ulong via, ulong row,
                                                                  ulong row_gap_at, ulong row_gap,
                                                                  ulong column, ulong column_gap_at,
                                                                  ulong column_gap, uint upper) {
    LOCAL_MEMORY T a[TILE * TILE] __attribute__((aligned(32)));
    LOCAL_MEMORY T b[TILE * TILE] __attribute__((aligned(32)));
    ulong i0 = row + get_group_id(1) * TILE, j0 = column + get_group_id(0) * TILE;
    if (i0 >= row_gap_at) i0 += row_gap;
    if (j0 >= column_gap_at) j0 += column_gap;
    if (upper && j0 < i0) return;

    const uint x = COLUMN, y = ROW;
    __global T* const cells = d + (i0 + y) * ld + j0 + x;
    LOCAL(a + y * TILE + x) = GLOBAL(d + (i0 + y) * ld + via + x);
    LOCAL(b + y * TILE + x) = GLOBAL(d + (via + y) * ld + j0 + x);
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    TV c = GLOBAL(cells);
    for (uint k = 0; k < TILE; ++k) c = RELAX(c, (TV)(a[y * TILE + k]), LOCAL(b + k * TILE + x));
    GLOBAL(cells) = c;
}

// D[i][j] <- D[j][i] for j < i; the range is (columns, rows). `mirror` of matrix.cl needs squares
// of 32 x 32.
__kernel void mirror(__global T* d, ulong ld, ulong row, ulong column) {
    const ulong i = row + get_global_id(1), j = column + get_global_id(0);
    if (j < i) d[i * ld + j] = d[j * ld + i];
}
