// Near pairs by elimination: each work-item has a source, and a group goes down the elimination
// tree for its sources together. It leaves out what is below a vertex whose whole list is beyond
// the limit for all of them, since no weight is negative and the lists of the vertices below hold
// nothing above but that list and the vertex itself; unless it lies above a source. Here, a source
// has a column in each of two tables, whose rows are heights of the tree: its *ways* are the
// distances to the vertices above it, over vertices below them, and its *slots* the distances to
// those that are open in the descent. host/algorithms/sweeps.hpp describes the arrays.
//
// The host defines GROUP, the work-items per group, which is 1 where they cannot vote; and PTX, as
// in votes.h.
#include "semiring.h"
#include "votes.h"

#if GROUP == 1
#define VOTE(own) ((own) ? 1u : 0u)
#else
#define VOTE(own) votes(own)
#endif

// Goes up from each source. The ways of neighbouring work-items soon meet, and then read the same
// lists.
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void climb_near(
    uint ld, uint sources, __global const uint* restrict ranks, __global const uint* restrict first,
    __global const uint* restrict parent, __global const uint* restrict height,
    __global const uint* restrict row, __global const T* restrict numbers, uint heights, T limit,
    __global T* ways) {
    const uint j = get_global_id(0);
    if (j >= sources) return;
    uint x = ranks[j], here = height[x];
    for (uint h = 0; h <= here; ++h) ways[(ulong)h * ld + j] = h == here ? 0 : ZERO;
    for (uint h = heights; h-- > 0;) {
        if (h != here) continue;
        const T way = ways[(ulong)here * ld + j];
        const uint last = way < limit ? first[x + 1] : 0;
        for (uint a = first[x]; a < last; ++a) {
            __global T* const above = ways + (ulong)row[a] * ld + j;
            const T best = *above, found = TIMES(numbers[a], way);  // a sum of shorts is an int
            *above = PLUS(best, found);
        }
        x = parent[x];
        --here;
    }
}

// What the sources of a group find. Those of a descent without memory for it are only counted.
typedef struct __attribute__((aligned(8))) {
    uint rank, lanes;  // a bit for each work-item that finds it
} Found;
typedef struct __attribute__((aligned(16))) {
    ulong ranks, pairs;
} Totals;

// Goes down from the groups from `first_group` on. `counted` tells for each rank whether it is a
// target; if it is null, each is but a source of its own. Without `found`, sets the number of each
// source's pairs, and of what each group finds; or else, where a group's totals are those of the
// groups before it, appends the ranks, from the highest to the lowest, and the distances of their
// lanes, one after the other.
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void find_near(
    uint ld, uint sources, __global const uint* restrict ranks, __global const uint* restrict first,
    __global const uint* restrict height, __global const uint* restrict below,
    __global const uint* restrict row, __global const T* restrict numbers, uint eliminated, T limit,
    uint all_count, __global const uchar* restrict counted, __global const T* restrict ways,
    __global T* slots, uint first_group, __global uint* sizes, __global Totals* totals, uint gives,
    __global Found* found, __global T* distances) {
    const uint lane = get_local_id(0), group = first_group + get_group_id(0);
    const uint j = group * GROUP + lane;
    const uint own = j < sources ? ranks[j] : eliminated;  // which is below no vertex
    ways += j;
    slots += j;
    ulong place = 0, pair = 0;
    if (gives) {
        place = totals[group].ranks - totals[first_group].ranks;
        pair = totals[group].pairs - totals[first_group].pairs;
    }
    uint size = 0;
    uint nearest_height = 0xffffffffu;  // the least of a vertex above that is near
    for (uint x = eliminated; x-- > 0;) {
        const uint under = below[x], here = height[x];
        const ulong slot = (ulong)here * ld;
        if (nearest_height >= here) nearest_height = 0xffffffffu;  // that was another branch's
        const bool on_way = x - own < under;
        T best = on_way ? ways[slot] : ZERO, nearest = ZERO;
        if (nearest_height < here) {
            const uint last = first[x + 1];
            for (uint a = first[x]; a < last; ++a) {
                const T above = slots[(ulong)row[a] * ld];
                const T over = TIMES(numbers[a], above);
                nearest = SMALLER(nearest, above);
                best = PLUS(best, over);
            }
        }
        if (VOTE(on_way || nearest < limit) == 0) {
            x -= under - 1;
            continue;
        }
        slots[slot] = best;
        const bool near = best < limit;
        uint lanes = VOTE(near);
        if (lanes != 0 && nearest_height > here) nearest_height = here;
        if (all_count) {
            lanes = VOTE(near && x != own);
        } else if (counted[x] == 0) {
            lanes = 0;
        }
        if (lanes == 0) continue;
        if (gives) {
            const uint before = popcount(lanes & ((1u << lane) - 1));
            if (lane == 0) {
                found[place].rank = x;
                found[place].lanes = lanes;
            }
            if (lanes >> lane & 1) distances[pair + before] = best;
        }
        size += lanes >> lane & 1;
        ++place;
        pair += popcount(lanes);
    }
    if (gives) return;
    sizes[j] = size;
    if (lane == 0) {
        totals[group].ranks = place;
        totals[group].pairs = pair;
    }
}
#undef VOTE
