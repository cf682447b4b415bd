// `wide`: blocked Floyd-Warshall whose groups each take up to 512 cells of one row of a block, so
// that blocks may be larger than the square that a group could hold.
//
// A block does not fit local memory, so within its own rows and columns the pivots are taken one by
// one, with one launch per pivot.
//
// The report of HW4 (CUDA, OpenMP, MPI).
#include "semiring.h"

// A launch covers (columns, rows) cells from (row, column) on, skipping `gap` from `gap_at` on;
// each group lies within one row. With `upper`, groups wholly below the diagonal do nothing.
#define PLACE                                                \
    ulong i = row + get_global_id(1);                        \
    ulong j0 = column + get_group_id(0) * get_local_size(0); \
    if (i >= row_gap_at) i += row_gap;                       \
    if (j0 >= column_gap_at) j0 += column_gap;               \
    const bool idle = upper && j0 + get_local_size(0) <= i;  \
    const ulong j = j0 + get_local_id(0);

// Phases 1 and 2: one pivot.
__kernel void one_pivot(__global T* d, ulong ld, ulong k, ulong row, ulong row_gap_at,
                        ulong row_gap, ulong column, ulong column_gap_at, ulong column_gap,
                        uint upper) {
    PLACE
    if (idle || i == k || j == k) return;  // row and column k do not change in step k
    d[i * ld + j] = RELAX(d[i * ld + j], d[i * ld + k], d[k * ld + j]);
}

// Phase 3: `pivots` pivots from `via` on, at most BLOCK; the row's distances to them go through
// local memory.
__kernel void all_pivots(__global T* d, ulong ld, ulong via, uint pivots, ulong row,
                         ulong row_gap_at, ulong row_gap, ulong column, ulong column_gap_at,
                         ulong column_gap, uint upper) {
    LOCAL_MEMORY T a[BLOCK];
    PLACE
    for (uint k = get_local_id(0); k < pivots; k += get_local_size(0)) a[k] = d[i * ld + via + k];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (idle) return;
    T c = d[i * ld + j];
    for (uint k = 0; k < pivots; ++k) c = RELAX(c, a[k], d[(via + k) * ld + j]);
    d[i * ld + j] = c;
}
