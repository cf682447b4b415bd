// Sums of some rows of the matrix, those from `first` on, which begin at d. The diagonal is left
// out; entries of no_path or more are not distances. Results are numbered as the matrix's rows.
//
// Each work-group reduces one row: its work-items stride over the row, then their results are
// folded in half until one is left. Then each takes a bound, and all read the same entries:
// within[b * ldw + i] becomes the weight of those below limits[b].
#include "semiring.h"
#include "sums.h"

// The host defines GROUP, the work-items of a group.
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void reduce_rows(
    __global const T* d, ulong ld, uint first, uint n, T no_path, __global Sums* results,
    uint harmonic, uint bounds, __global const T* limits, __global const Weight* weights,
    __global Weight* within, uint ldw) {
    LOCAL_MEMORY Sums sums_of[GROUP];
    const uint i = first + get_group_id(0), x = get_local_id(0);
    __global const T* row = d + get_group_id(0) * ld;
    Sums own = no_sums();
    for (uint j = x; j < n; j += GROUP) {
        const T v = row[j];
        own = with_distance(own, v, v < no_path && j != i, harmonic);
    }
    sums_of[x] = own;
    for (uint width = GROUP / 2; width > 0; width /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (x < width) sums_of[x] = both_sums(sums_of[x], sums_of[x + width]);
    }
    if (x == 0) results[i] = sums_of[0];
#if MORE
    for (uint b = x; b < bounds; b += GROUP) {
        const T limit = limits[b];
        Weight weight = 0;
        for (uint j = 0; j < n; ++j) weight += row[j] < limit && j != i ? weights[j] : 0;
        within[(ulong)b * ldw + i] = weight;
    }
#endif
}
