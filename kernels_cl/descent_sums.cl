// Statistics of targets without their matrix: each work-item goes down the elimination tree for
// some targets, and adds up the distances to them as it finds them. What it needs of the rows above
// is one value for each height of the tree, in its columns of d. host/algorithms/sweeps.hpp
// describes the arrays.
//
// The host defines GROUP, the work-items per group, and TARGETS, those of a work-item, which are
// GROUP columns apart. No work-item waits for another.
#include "semiring.h"
#include "sums.h"

#if MORE
#define ADD(c, v, x)                                                                      \
    {                                                                                     \
        const bool path = (v) < no_path && rank[c] != (x);                                \
        sums[c] = with_distance(sums[c], v, path, harmonic);                              \
        if (bounds != 0) {                                                                \
            const uint bin = bin_of(v, limits, bounds);                                   \
            if (path && bin < bounds) within[(ulong)bin * ldw + c * GROUP] += weights[x]; \
        }                                                                                 \
    }
#else
#define ADD(c, v, x) sums[c] = with_distance(sums[c], v, (v) < no_path && rank[c] != (x), harmonic);
#endif

// The targets are in ascending order of ranks. The core's rows of d, from core_row on, are
// complete; the others are not set yet. Results have a place for each column. within[b * ldw + j],
// which is 0 at first, becomes the weight of the distances below limits[b]; weights go by ranks.
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void add_up_descent(
    __global T* d, __global const T* restrict ways, uint ld, uint targets,
    __global const uint* restrict ranks, __global const uint* restrict first,
    __global const uint* restrict height, __global const uint* restrict below,
    __global const uint* restrict row, __global const T* restrict numbers, uint eliminated,
    uint core_row, uint core, T no_path, __global Sums* results, uint harmonic, uint bounds,
    __global const T* limits, __global const Weight* weights, __global Weight* within, uint ldw) {
    const uint j = get_group_id(0) * (GROUP * TARGETS) + get_local_id(0);
    d += j;
    ways += j;
    within += j;
    uint rank[TARGETS];
    Sums sums[TARGETS];
    for (uint c = 0; c < TARGETS; ++c) {
        const uint own = j + c * GROUP;
        rank[c] = own < targets ? ranks[own] : eliminated + core;  // which is below no row
        sums[c] = no_sums();
    }
    for (uint k = 0; k < core; ++k) {
        for (uint c = 0; c < TARGETS; ++c) {
            const T v = d[(ulong)(core_row + k) * ld + c * GROUP];
            ADD(c, v, eliminated + k)
        }
    }
    // What is the same for all work-items is read one row, or one entry, ahead. Entries are read
    // from the last to the first; entry 0 is read once more.
    uint next_first = 0, next_height = 0, next_below = 0, next_row = 0, a = 0;
    T next_number = 0;
    uint last = first[eliminated];
    if (eliminated != 0) {
        next_first = first[eliminated - 1];
        next_height = height[eliminated - 1];
        next_below = below[eliminated - 1];
    }
    if (last != 0) {
        a = last - 1;
        next_row = row[a];
        next_number = numbers[a];
    }
    for (uint x = eliminated; x-- > 0;) {
        const uint begin = next_first, under = next_below;
        const ulong own_row = (ulong)next_height * ld;
        const uint following = x == 0 ? 0 : x - 1;
        next_first = first[following];
        next_height = height[following];
        next_below = below[following];
        T best[TARGETS];
        for (uint c = 0; c < TARGETS; ++c) {
            best[c] = x - rank[c] < under ? ways[own_row + c * GROUP] : ZERO;
        }
        for (; last > begin; --last) {
            const T number = next_number;
            __global const T* above = d + (ulong)next_row * ld;
            a = a == 0 ? 0 : a - 1;
            next_row = row[a];
            next_number = numbers[a];
            for (uint c = 0; c < TARGETS; ++c) {
                const T found = TIMES(number, above[c * GROUP]);
                best[c] = PLUS(best[c], found);
            }
        }
        for (uint c = 0; c < TARGETS; ++c) {
            d[own_row + c * GROUP] = best[c];
            ADD(c, best[c], x)
        }
    }
    for (uint c = 0; c < TARGETS; ++c) {
        results[j + c * GROUP] = sums[c];
#if MORE
        for (uint b = 1; b < bounds; ++b) {
            within[(ulong)b * ldw + c * GROUP] += within[(ulong)(b - 1) * ldw + c * GROUP];
        }
#endif
    }
}
#undef ADD
