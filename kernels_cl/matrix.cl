// Kernels on the matrix that every algorithm needs.
#include "semiring.h"

// Fills a rectangle with the semiring's zero: the padding. The range is (columns, rows), columns
// rounded up to whole groups; work-items stride over the rows if there are fewer of them.
__kernel void fill(__global T* d, ulong ld, ulong row, ulong column, ulong rows, ulong columns) {
    const ulong j = get_global_id(0);
    if (j >= columns) return;
    for (ulong i = get_global_id(1); i < rows; i += get_global_size(1))
        d[(row + i) * ld + column + j] = ZERO;
}

// to[i][j] <- from[j][i] in squares of MS x MS, the first of which are at (row, column) and at
// (from_row, from_column); if `below`, only for j < first + i. The groups are (columns, rows) of
// squares; a group has MS x MG work-items. The host defines MS and MG.
__kernel __attribute__((reqd_work_group_size(MS, MG, 1))) void transpose(
    __global T* to, ulong ld, ulong row, ulong column, __global const T* from, ulong from_ld,
    ulong from_row, ulong from_column, uint below, ulong first) {
    LOCAL_MEMORY T square[MS * (MS + 1)];
    const ulong down = get_group_id(1) * MS, right = get_group_id(0) * MS;
    const ulong i0 = row + down, j0 = column + right;
    if (below && j0 > first + i0) return;
    from += (from_row + right) * from_ld + from_column + down;
    const uint x = get_local_id(0);
    for (uint y = get_local_id(1); y < MS; y += MG)
        square[y * (MS + 1) + x] = from[y * from_ld + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint y = get_local_id(1); y < MS; y += MG) {
        if (!below || j0 + x < first + i0 + y)
            to[(i0 + y) * ld + j0 + x] = square[x * (MS + 1) + y];
    }
}
