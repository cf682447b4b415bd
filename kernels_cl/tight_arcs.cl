// Tight arcs (see host/paths/tight_arcs.hpp) from the distances and a copy of the weights, on GPUs.
//
// `mark` compares the two matrices, leaves one bit per arc, ordered by target, and counts the arcs.
// From the counts the host computes where the lists begin. `list` then writes the arcs into each
// vertex to its list: a work-group counts its vertex's arcs by class and work-item, adds the counts
// up, and writes the arcs in that order, so that lists do not depend on how work-items run.
//
// The host defines WORD, the rows per word, one bit each: 32; and ITEMS, the work-items of `list`.
#include "semiring.h"

// The range is (columns, words of rows). `tight` is written only if sums are not exact; otherwise
// the tight arcs are the `direct` ones, which are shortest paths by themselves. There are two
// counts per vertex: tight, direct.
__kernel void mark(__global const T* restrict weights, __global const T* restrict d, ulong ld,
                   T no_path_from, T relative_slack, uint exact, __global uint* direct,
                   __global uint* tight, __global uint* counts) {
    const ulong j = get_global_id(0), word = get_global_id(1);
    const ulong first = word * WORD;
    uint equal = 0, near = 0;
#if defined(__CUDACC__)  // through OpenCL the same loop is 5 % slower with it
#pragma unroll 8
#endif
    for (uint r = 0; r < WORD; ++r) {
        const T w = weights[(first + r) * ld + j], own = d[(first + r) * ld + j];
        const bool arc = w < no_path_from && first + r != j;
        equal |= (uint)(arc && w == own) << r;
#if defined(AS_T)
        near |= (uint)(arc && w <= own + w * relative_slack) << r;
#endif
    }
    direct[j * (ld / WORD) + word] = equal;
    if (!exact) tight[j * (ld / WORD) + word] = near;
    const uint listed = exact ? equal : near;
    if (listed != 0) atomic_add(counts + 2 * j, popcount(listed));
    if (equal != 0) atomic_add(counts + 2 * j + 1, popcount(equal));
}

#define CLASSES ITEMS

// The class of an arc by how near its source is, as TightArcs orders them: the power of 2 of its
// weight, or the last class for weight 0.
INLINE uint class_of(T w, uint exact) {
    if (!exact) return 0;
    const long length = (long)w;
    return length <= 0 ? CLASSES - 1 : min(63 - (uint)clz(length), (uint)(CLASSES - 2));
}

// Each group lists the arcs into one vertex, from `first_column` on; `bounds` are those of the
// lists. circles[0] becomes 1 if an arc and a path back have total length 0.
__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void list(
    __global const T* restrict all_weights, __global const T* restrict d, ulong ld, T no_path_from,
    uint exact, __global const uint* restrict tight, __global const ulong* restrict bounds,
    ulong first_column, __global uint* restrict sources, __global T* restrict weights,
    __global uint* circles) {
    LOCAL_MEMORY uint places[CLASSES * (ITEMS + 1)];
    LOCAL_MEMORY uint sizes[CLASSES];
    const uint x = get_local_id(0);
    const ulong j = first_column + get_group_id(0);
    const ulong begin = bounds[j] - bounds[first_column];
    const ulong words = ld / WORD, share = (words + ITEMS - 1) / ITEMS;
    const ulong from = bounds[j] == bounds[j + 1] ? words : min(x * share, words);
    const ulong to = min(from + share, words);
    for (uint c = 0; c < CLASSES; ++c) places[c * (ITEMS + 1) + x] = 0;

    bool circle = false;
    for (ulong word = from; word < to; ++word) {
        for (uint bits = tight[j * words + word]; bits != 0; bits &= bits - 1) {
            const ulong u = word * WORD + 31 - clz(bits & -bits);
            const T w = all_weights[u * ld + j], back = d[j * ld + u];
            ++places[class_of(w, exact) * (ITEMS + 1) + x];
            circle = circle || (back < no_path_from && w + back == 0);
        }
    }
    if (circle) circles[0] = 1;
    barrier(CLK_LOCAL_MEM_FENCE);

    __local uint* const own = places + x * (ITEMS + 1);  // of class x
    uint size = 0;
    for (uint k = 0; k < ITEMS; ++k) {
        const uint count = own[k];
        own[k] = size;
        size += count;
    }
    sizes[x] = size;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint before = 0;
    for (uint c = 0; c < x; ++c) before += sizes[c];
    for (uint k = 0; k < ITEMS; ++k) own[k] += before;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (ulong word = from; word < to; ++word) {
        for (uint bits = tight[j * words + word]; bits != 0; bits &= bits - 1) {
            const ulong u = word * WORD + 31 - clz(bits & -bits);
            const T w = all_weights[u * ld + j];
            const uint c = class_of(w, exact);
            const ulong place = begin + places[c * (ITEMS + 1) + x]++;
            sources[place] = (uint)u;
            weights[place] = w;
        }
    }
}
