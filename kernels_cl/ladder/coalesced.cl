// `coalesced`: one step of Floyd-Warshall per launch, one segment of cells per work-item, dealt so
// that neighbouring work-items always touch neighbouring cells.
// `row_shared`: the same, except that each group, which lies within one row i, shares d[i][k]
// through local memory.
//
// Girardi, "Parallelizzazione APSP".
#include "semiring.h"

// The range is (groups of a row, rows); a group takes `segment` cells per work-item.
__kernel void coalesced(__global T* d, ulong ld, uint segment, ulong k) {
    const ulong i = get_global_id(1);
    const uint size = get_local_size(0);
    const ulong first = (ulong)get_group_id(0) * size * segment + get_local_id(0);
    if (i == k) return;  // read by all work-items, and unchanged in step k
    for (uint s = 0; s < segment; ++s) {
        const ulong j = first + s * size;
        if (j < ld && j != k) d[i * ld + j] = RELAX(d[i * ld + j], d[i * ld + k], d[k * ld + j]);
    }
}

__kernel void row_shared(__global T* d, ulong ld, uint segment, ulong k) {
    LOCAL_MEMORY T to_k;
    const ulong i = get_global_id(1);
    const uint size = get_local_size(0);
    const ulong first = (ulong)get_group_id(0) * size * segment + get_local_id(0);
    if (get_local_id(0) == 0) to_k = d[i * ld + k];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint s = 0; s < segment; ++s) {
        const ulong j = first + s * size;
        if (i != k && j < ld && j != k) d[i * ld + j] = RELAX(d[i * ld + j], to_k, d[k * ld + j]);
    }
}
