// Kernels on the matrix that every algorithm needs.
#include "semiring.h"

// Fills a rectangle with the semiring's zero: the padding. The range is (columns, rows), rounded up
// to whole groups.
__kernel void fill(__global T* d, ulong ld, ulong row, ulong column, ulong columns) {
    const ulong j = get_global_id(0);
    if (j < columns) d[(row + get_global_id(1)) * ld + column + j] = ZERO;
}

// D[i][j] <- D[j][i] for j < i, in squares of MS x MS from (row, column) on. The groups are
// (columns, rows) of squares; a group has MS x MG work-items. The host defines MS and MG.
__kernel __attribute__((reqd_work_group_size(MS, MG, 1))) void mirror(__global T* d, ulong ld,
                                                                      ulong row, ulong column) {
    __local T square[MS * (MS + 1)];
    const ulong i0 = row + get_group_id(1) * MS, j0 = column + get_group_id(0) * MS;
    if (j0 > i0) return;
    const uint x = get_local_id(0);
    for (uint y = get_local_id(1); y < MS; y += MG)
        square[y * (MS + 1) + x] = d[(j0 + y) * ld + i0 + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint y = get_local_id(1); y < MS; y += MG) {
        if (j0 + x < i0 + y) d[(i0 + y) * ld + j0 + x] = square[x * (MS + 1) + y];
    }
}
