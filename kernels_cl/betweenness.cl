// Loads of the shortest paths to some targets, by elimination: each work-item has a few of them.
// host/betweenness/target_block.hpp describes the three passes, and what they know of a vertex: the
// length of the shortest paths from there to a target, their number, and the load on them. Here, a
// target has a column in each of two tables of that, whose rows are heights of the tree: its *ways*
// are those of the vertices above it, its *slots* those of the vertices that are open in the
// descent.
//
// The host defines GROUP, the work-items per group; TARGETS, those of a work-item, which are GROUP
// columns apart; ITEMS, a divisor of GROUP, or 0 if work-items are to add up on their own; and PTX,
// as in votes.h. T is for lengths; numbers and loads are doubles.
#include "semiring.h"
#include "votes.h"

#if !defined(__CUDACC__)
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable

static inline void add_atomically(__global double* to, double more) {
#if PTX
    asm volatile("red.global.add.f64 [%0], %1;" ::"l"(to), "d"(more) : "memory");
#else
    volatile __global ulong* const bits = (volatile __global ulong*)to;
    ulong expected = 0;
    for (;;) {
        const ulong found = atom_cmpxchg(bits, expected, as_ulong(as_double(expected) + more));
        if (found == expected) break;
        expected = found;
    }
#endif
}
#endif

// Whether this may hold for one of the group's work-items, all of which call it.
INLINE bool any_in_group(bool own) {
#if VOTES  // a group is a warp
    return votes(own) != 0;
#else
    return true;
#endif
}

// A vertex of the descent. Those with vertices below them are met twice: to find the paths from
// there, and, when all below have handed on their loads, to hand on its own.
#define OPENS 0
#define CLOSES 1
#define LEAF 2
typedef struct __attribute__((aligned(16))) {
    uint rank, below, begin, end, height, kind;  // the list is that of entries begin .. end
    double own;
} Step;

// Up to ITEMS sums over the group's work-items that are still to be added up, and where the one
// goes that this work-item will add up.
typedef struct {
    uint count;
    __global double* to;
} Pending;

#define PITCH (GROUP + 1)

#if ITEMS == 0
#define VALUES 1
INLINE void add_pending(Pending* pending, __local const double* values, uint lane) {}
INLINE void add_later(Pending* pending, __local double* values, uint lane, __global double* to,
                      double value) {
    if (value != 0) add_atomically(to, value);
}
#else
#define VALUES (ITEMS * PITCH)
INLINE void add_pending(Pending* pending, __local const double* values, uint lane) {
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint item = lane % ITEMS, part = lane / ITEMS;
    if (item < pending->count) {
        __local const double* const own = values + item * PITCH + part * ITEMS;
        double sum = 0;
#pragma unroll
        for (uint k = 0; k < ITEMS; ++k) sum += own[k];
        if (sum != 0) add_atomically(pending->to, sum);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    pending->count = 0;
}

INLINE void add_later(Pending* pending, __local double* values, uint lane, __global double* to,
                      double value) {
    values[pending->count * PITCH + lane] = value;
    if (lane % ITEMS == pending->count) pending->to = to;
    if (++pending->count == ITEMS) add_pending(pending, values, lane);
}
#endif

// Goes up from each target. The ways of neighbouring work-items soon meet, and then read the same
// lists. `above` becomes the rank at each height.
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void climb(
    uint ld, uint targets, __global const uint* restrict ranks, __global const uint* restrict first,
    __global const uint* restrict parent, __global const uint* restrict height,
    __global const uint* restrict row, __global const T* restrict lengths,
    __global const double* restrict counts, uint heights, __global T* way_length,
    __global double* way_count, __global double* way_load, __global uint* above) {
    const uint j = get_global_id(0);
    if (j >= targets) return;
    uint x = ranks[j], here = height[x];
    for (uint h = 0; h <= here; ++h) {
        const ulong place = (ulong)h * ld + j;
        way_length[place] = h == here ? 0 : ZERO;
        way_count[place] = h == here ? 1 : 0;
        way_load[place] = 0;
    }
    for (uint h = heights; h-- > 0;) {
        if (h != here) continue;
        const ulong own = (ulong)here * ld + j;
        const T length = way_length[own];
        const double paths = way_count[own];
        above[own] = x;
        const uint last = first[x + 1];
        for (uint a = first[x]; a < last; ++a) {
            const double count = counts[a];
            if (count == 0) continue;
            const ulong to = (ulong)row[a] * ld + j;
            const T best = way_length[to], found = TIMES(lengths[a], length);
            if (found > best) continue;
            const double equal = found < best ? 0 : way_count[to];
            way_length[to] = found;
            way_count[to] = equal + paths * count;
        }
        x = parent[x];
        --here;
    }
}

// Goes down to all vertices, and hands the load of each on to those above it. totals[2 * j] becomes
// the weight of all pairs with a path, and totals[2 * j + 1] the largest number of paths.
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void descend(
    uint ld, uint targets, __global const uint* restrict ranks,
    __global const double* restrict weights, __global const Step* restrict steps, uint step_count,
    __global const uint* restrict row, __global const T* restrict lengths,
    __global const double* restrict counts, __global const T* restrict way_length,
    __global const double* restrict way_count, __global double* restrict way_load,
    __global T* slot_length, __global double* slot_count, __global double* slot_load, T cutoff,
    uint endpoints, __global double* loads, __global double* entry_loads, __global double* totals) {
    LOCAL_MEMORY double values[VALUES];
    const uint lane = get_local_id(0);
    const uint j = get_group_id(0) * (GROUP * TARGETS) + lane;
    Pending pending;
    pending.count = 0;
    pending.to = loads;
    uint rank[TARGETS];
    double weight[TARGETS], pairs[TARGETS], most[TARGETS];
    for (uint c = 0; c < TARGETS; ++c) {
        const uint own = j + c * GROUP;
        rank[c] = own < targets ? ranks[own] : 0xffffffff;  // below no vertex
        weight[c] = own < targets ? weights[own] : 0;
        pairs[c] = most[c] = 0;
    }
    Step next = steps[0];
    for (uint s = 0; s < step_count; ++s) {
        const Step v = next;
        next = steps[s + 1 < step_count ? s + 1 : s];  // the same for all, read one ahead
        const ulong here = (ulong)v.height * ld + j;
        T best[TARGETS];
        double paths[TARGETS], load[TARGETS];
        if (v.kind == CLOSES) {
            for (uint c = 0; c < TARGETS; ++c) {
                best[c] = slot_length[here + c * GROUP];
                paths[c] = slot_count[here + c * GROUP];
                load[c] = slot_load[here + c * GROUP];
            }
        } else {
            for (uint c = 0; c < TARGETS; ++c) {
                const bool way = v.rank - rank[c] < v.below;
                best[c] = way ? way_length[here + c * GROUP] : ZERO;
                load[c] = 0;
            }
            for (uint a = v.begin; a < v.end; ++a) {
                __global const T* const above = slot_length + (ulong)row[a] * ld + j;
                const T length = lengths[a];
                for (uint c = 0; c < TARGETS; ++c) {
                    const T found = TIMES(length, above[c * GROUP]);
                    best[c] = PLUS(best[c], found);
                }
            }
            for (uint c = 0; c < TARGETS; ++c) {
                const bool way =
                    v.rank - rank[c] < v.below && way_length[here + c * GROUP] == best[c];
                paths[c] = way ? way_count[here + c * GROUP] : 0;
            }
            for (uint a = v.begin; a < v.end; ++a) {
                const ulong above = (ulong)row[a] * ld + j;
                const T length = lengths[a];
                for (uint c = 0; c < TARGETS; ++c) {
                    const ulong place = above + c * GROUP;
                    if (TIMES(length, slot_length[place]) == best[c] && best[c] < ZERO) {
                        paths[c] += slot_count[place] * counts[a];
                    }
                }
            }
            if (v.kind == OPENS) {
                for (uint c = 0; c < TARGETS; ++c) {
                    slot_length[here + c * GROUP] = best[c];
                    slot_count[here + c * GROUP] = paths[c];
                    slot_load[here + c * GROUP] = 0;
                }
                continue;
            }
        }
        double own_load = 0, share[TARGETS];
        for (uint c = 0; c < TARGETS; ++c) {
            // The path of a target to itself is none, and other paths end there.
            const bool other = v.rank != rank[c];
            const double passing = other || endpoints ? load[c] : 0;
            const double begun = other && paths[c] > 0 && best[c] <= cutoff ? weight[c] * v.own : 0;
            pairs[c] += begun;
            most[c] = paths[c] > most[c] ? paths[c] : most[c];
            share[c] = passing + begun;
            own_load += endpoints ? share[c] : passing;
            if (paths[c] > 1) share[c] /= paths[c];
        }
        if (any_in_group(own_load != 0)) {
            add_later(&pending, values, lane, loads + v.rank, own_load);
        }
        for (uint a = v.begin; a < v.end; ++a) {
            const ulong above = (ulong)row[a] * ld + j;
            const T length = lengths[a];
            bool some = false;
            double sum = 0;
            for (uint c = 0; c < TARGETS; ++c) {
                const ulong place = above + c * GROUP;
                if (share[c] != 0 && TIMES(length, slot_length[place]) == best[c]) {
                    const double over = slot_count[place] * counts[a] * share[c];
                    slot_load[place] += over;
                    sum += over;
                    some = true;
                }
            }
            if (any_in_group(some)) add_later(&pending, values, lane, entry_loads + a, sum);
        }
        for (uint c = 0; c < TARGETS; ++c) {
            if (v.rank - rank[c] < v.below) {
                const bool turns = way_length[here + c * GROUP] == best[c];
                way_load[here + c * GROUP] = turns ? way_count[here + c * GROUP] * share[c] : 0;
            }
        }
    }
    add_pending(&pending, values, lane);
    for (uint c = 0; c < TARGETS; ++c) {
        const ulong own = j + c * GROUP;
        totals[2 * own] = pairs[c];
        totals[2 * own + 1] = most[c];
    }
}

// Hands what turned down at the vertices above each target on, down to it.
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void go_down(
    uint ld, uint targets, __global const uint* restrict ranks, __global const uint* restrict first,
    __global const uint* restrict height, __global const uint* restrict row,
    __global const T* restrict lengths, __global const double* restrict counts,
    __global const T* restrict way_length, __global const double* restrict way_count,
    __global double* way_load, __global const uint* restrict above, uint endpoints,
    __global double* loads, __global double* entry_loads) {
    const uint j = get_global_id(0);
    if (j >= targets) return;
    const uint last_height = height[ranks[j]];
    for (uint h = 0; h <= last_height; ++h) {
        const ulong own = (ulong)h * ld + j;
        const uint x = above[own];
        const T length = way_length[own];
        const double paths = way_count[own];
        double arrived = 0;
        if (paths > 0) {
            const uint last = first[x + 1];
            for (uint a = first[x]; a < last; ++a) {
                const double count = counts[a];
                const ulong from = (ulong)row[a] * ld + j;
                if (count == 0 || TIMES(lengths[a], length) != way_length[from]) continue;
                const double over = paths * count * way_load[from];
                if (over == 0) continue;
                arrived += over;
                add_atomically(entry_loads + a, over);
            }
        }
        // From here on, the load is per path, as what goes down further needs it.
        way_load[own] = (way_load[own] + arrived) / (paths > 1 ? paths : 1);
        if (arrived != 0 && (endpoints || h != last_height)) add_atomically(loads + x, arrived);
    }
}
#undef OPENS
#undef CLOSES
#undef LEAF
#undef PITCH
#undef VALUES
