// Predecessors from distances and tight arcs (see host/paths/tight_arcs.hpp) on GPUs.
//
// Rows of the matrix are the lanes: `turn` lays LANES rows side by side, so that neighbouring
// work-items read neighbouring elements when they load the distance to the same u. In `search`
// these work-items walk the list of arcs into one vertex j together, each for its row until it has
// found a predecessor; predecessors go through local memory so that they are written by rows.
//
// The host defines LANES, which is also the number of vertices per group, and GROUP_ROWS: a group
// has LANES x GROUP_ROWS work-items.
#include "semiring.h"

// The groups are (columns / LANES, blocks of rows).
__kernel __attribute__((reqd_work_group_size(LANES, GROUP_ROWS, 1))) void turn(
    __global const T* restrict d, ulong ld, ulong first_row, __global T* restrict turned) {
    LOCAL_MEMORY T square[LANES * (LANES + 1)];
    const uint x = get_local_id(0);
    const ulong column = get_group_id(0) * LANES;
    __global const T* from = d + (first_row + get_group_id(1) * LANES) * ld + column;
    __global T* to = turned + (get_group_id(1) * ld + column) * LANES;
    for (uint y = get_local_id(1); y < LANES; y += GROUP_ROWS) {
        square[y * (LANES + 1) + x] = from[y * ld + x];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint y = get_local_id(1); y < LANES; y += GROUP_ROWS) {
        to[y * LANES + x] = square[x * (LANES + 1) + y];
    }
}

#define SUM(a) TIMES(beside[(ulong)sources[a] * LANES], weights[a])

// The source of the first arc whose sum equals the distance. Four arcs at a time keep more loads in
// flight.
INLINE int find_equal(__global const T* beside, __global const uint* sources,
                      __global const T* weights, ulong a, ulong end, T wanted) {
    int p = -1;
    for (; a + 4 <= end && p < 0; a += 4) {
        const T s0 = SUM(a), s1 = SUM(a + 1), s2 = SUM(a + 2), s3 = SUM(a + 3);
        p = s3 == wanted ? (int)sources[a + 3] : p;
        p = s2 == wanted ? (int)sources[a + 2] : p;
        p = s1 == wanted ? (int)sources[a + 1] : p;
        p = s0 == wanted ? (int)sources[a] : p;
    }
    for (; a < end && p < 0; ++a) {
        const T s = SUM(a);
        p = s == wanted ? (int)sources[a] : p;
    }
    return p;
}

#if defined(AS_T)
// The source of the arc with the least sum, if that is near enough to the distance; for floats that
// round. None if only a source that is no nearer has it: predecessors must not form a cycle.
INLINE int find_least(__global const T* beside, __global const uint* sources,
                      __global const T* weights, ulong a, ulong end, T wanted, T relative_slack) {
    T least = wanted + wanted * relative_slack, least_of_all = least;
    int p = -1;
    for (; a < end; ++a) {
        const T to_u = beside[(ulong)sources[a] * LANES];
        const T sum = to_u + weights[a];
        const int better = sum <= least && to_u < wanted;
        least = better ? sum : least;
        p = better ? (int)sources[a] : p;
        least_of_all = sum < least_of_all ? sum : least_of_all;
    }
    return least <= least_of_all ? p : -1;
}
#endif

// The groups are (columns / LANES, blocks of rows) from `first_column` and `first_row` on; `list`
// bounds the arcs into each vertex, and `sources` and `weights` begin with those of `first_column`;
// bit i of the `direct_words` words of j says that the arc (i, j) is a shortest path by itself, so
// that i is the predecessor.
__kernel __attribute__((reqd_work_group_size(LANES, GROUP_ROWS, 1))) void search(
    __global const T* restrict turned, ulong ld, ulong first_row, ulong first_column,
    __global const ulong* restrict list, __global const uint* restrict sources,
    __global const T* restrict weights, __global const uint* restrict direct, ulong direct_words,
    T no_path_from, T relative_slack, uint exact, __global int* restrict p, ulong p_offset) {
    LOCAL_MEMORY int square[LANES * (LANES + 1)];
    const uint x = get_local_id(0);
    const ulong block = get_group_id(1), column = first_column + get_group_id(0) * LANES;
    const ulong row = first_row + block * LANES, base = list[first_column];
    __global const T* beside = turned + block * ld * LANES + x;
    for (uint y = get_local_id(1); y < LANES; y += GROUP_ROWS) {
        const ulong j = column + y;
        const T wanted = beside[j * LANES];
        const uint bits = direct[j * direct_words + row / 32];
        int own = (bits >> x & 1) != 0 ? (int)(row + x) : -1;
        if (own < 0 && j != row + x && wanted < no_path_from) {
            const ulong a = list[j] - base, end = list[j + 1] - base;
#if defined(AS_T)
            own = exact ? find_equal(beside, sources, weights, a, end, wanted)
                        : find_least(beside, sources, weights, a, end, wanted, relative_slack);
#else
            own = find_equal(beside, sources, weights, a, end, wanted);
#endif
        }
        square[y * (LANES + 1) + x] = own;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint y = get_local_id(1); y < LANES; y += GROUP_ROWS) {
        p[p_offset + (block * LANES + y) * ld + column + x] = square[x * (LANES + 1) + y];
    }
}
