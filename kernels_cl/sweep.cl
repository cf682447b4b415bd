// Elimination on a device: go_up computes the ways up the tree from some targets, go_down the rows
// of distances down from the core. host/algorithms/sweeps.hpp and sweep_schedule.hpp describe the
// arrays.
//
// The host defines VECTORS and LANES, whose product is the targets per work-item; GROUP, the
// work-items per group; SLOT_BITS and GROUP_BITS, the widths of fields of Row::slot_groups_loads.
// In both sweeps no work-item waits for another.
#include "semiring.h"

#if LANES == 1
typedef T lanes;
typedef uint ranks_of_lanes;
#define ANY(x) (x)
#else
typedef T_VECTOR(LANES) lanes;
typedef VECTOR(uint, LANES) ranks_of_lanes;
#define ANY(x) any(x)
#endif

#define NO_SLOT ((1u << SLOT_BITS) - 1)
#define OF_CORE 0x80000000u

// Aligned, so that one access loads all of it.
typedef struct __attribute__((aligned(16))) {
    uint vertex, below, height, slot_groups_loads;
} Row;
typedef struct __attribute__((aligned(8))) {
    uint row, slot;
} Load;
typedef struct __attribute__((aligned(16))) {
    uint row, group, load, unused;
} Part;

// Each work-item goes up from one target. The ways of neighbouring work-items soon meet, and then
// read the same lists.
__kernel void go_up(__global T* restrict ways, ulong ld, uint targets,
                    __global const uint* restrict ranks, __global const uint* restrict first,
                    __global const uint* restrict parent, __global const uint* restrict height,
                    __global const uint* restrict row, __global const T* restrict numbers,
                    uint entries, uint heights, uint core, uint core_row) {
    const uint j = get_global_id(0);
    if (j >= targets) return;
    uint x = ranks[j];
    const T one = numbers[entries];
    if (x >= core) {
        ways[(ulong)(core_row + x - core) * ld + j] = one;
        return;
    }
    uint here = height[x];
    ways[here * ld + j] = one;
    for (uint h = heights; h-- > 0;) {
        if (h != here) continue;
        const T way = ways[here * ld + j];
        const uint last = first[x + 1];
#pragma unroll 4
        for (uint a = first[x]; a < last; ++a) {
            __global T* const above = &ways[row[a] * ld + j];
            const T best = *above, found = TIMES(numbers[a], way);  // a sum of shorts is an int
            *above = PLUS(best, found);
        }
        x = parent[x];
        --here;
    }
}

// Gathers the cells of a row at the targets' places.
INLINE lanes gathered(__global const T* row, const uint* place) {
    lanes cells;
#pragma unroll
    for (uint c = 0; c < LANES; ++c) ((T*)&cells)[c] = row[place[c]];
    return cells;
}

// Relaxes through four entries in pairs, a shorter chain of operations than one after the other.
INLINE void relax_all(lanes* best, __local const lanes* own, ushort4 slots, const T* numbers) {
#pragma unroll
    for (uint v = 0; v < VECTORS; ++v) {
        const lanes a = TIMES((lanes)(numbers[0]), own[ELEMENT(slots, 0) * (GROUP * VECTORS) + v]);
        const lanes b = TIMES((lanes)(numbers[1]), own[ELEMENT(slots, 1) * (GROUP * VECTORS) + v]);
        const lanes c = TIMES((lanes)(numbers[2]), own[ELEMENT(slots, 2) * (GROUP * VECTORS) + v]);
        const lanes d = TIMES((lanes)(numbers[3]), own[ELEMENT(slots, 3) * (GROUP * VECTORS) + v]);
        const lanes low = PLUS(a, b), high = PLUS(c, d), all = PLUS(low, high);
        best[v] = PLUS(best[v], all);
    }
}

// Each work-item computes the rows of one part for some targets. A row's first group of entries is
// read while the row before it is computed.
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void go_down(
    __global T* restrict d, ulong column, ulong ld, __global const T* restrict ways,
    __global const T* restrict through, ulong ld_ways, __global const uint* restrict ranks,
    __global const uint* restrict places, uint targets, __global const Part* restrict parts,
    __global const Row* restrict rows, uint count, __global const ushort4* restrict slots,
    __global const T* restrict numbers, __global const Load* restrict loads,
    __global const uint* restrict core_vertices, uint core, __local lanes* near) {
    LOCAL_ARGUMENT(near, lanes);
    __local lanes* const own = near + get_local_id(0) * VECTORS;
    const uint j = get_global_id(0) * (LANES * VECTORS);
    d += column + j;

    // Columns past the last target have no paths.
    ranks_of_lanes rank[VECTORS];
    uint place[VECTORS][LANES];
#pragma unroll
    for (uint v = 0; v < VECTORS; ++v) {
#pragma unroll
        for (uint c = 0; c < LANES; ++c) {
            const uint own_j = j + v * LANES + c;
            place[v][c] = own_j < targets ? places[own_j] : own_j;
            ((uint*)&rank[v])[c] = own_j < targets ? ranks[place[v][c]] : count + core;
        }
        own[v] = (lanes)(ZERO);  // slot 0, for entries that stand for nothing
    }
#pragma unroll 4
    for (uint k = get_group_id(1); k < core; k += get_num_groups(1)) {
        __global lanes* const to = (__global lanes*)(d + core_vertices[k] * ld);
#pragma unroll
        for (uint v = 0; v < VECTORS; ++v) {
            const lanes cells = gathered(through + k * ld_ways, place[v]);
            STREAM(to + v, cells);
        }
    }

    const Part part = parts[get_group_id(1)];
    const uint last = count - parts[get_group_id(1) + 1].row;
    rows += part.row;
    slots += part.group;
    numbers += (ulong)part.group * 4;
    loads += part.load;
    Row next = *rows;
    ushort4 next_slots = *slots;
    T_VECTOR(4) next_numbers = VLOAD(4)(0, numbers);
    for (uint x = count - part.row; x-- > last;) {
        const Row row = next;
        const ushort4 first_slots = next_slots;
        const T_VECTOR(4) first_numbers = next_numbers;
        const uint keep = row.slot_groups_loads & NO_SLOT;
        const uint groups = row.slot_groups_loads >> SLOT_BITS & ((1u << GROUP_BITS) - 1);
        const uint bring = row.slot_groups_loads >> (SLOT_BITS + GROUP_BITS);
        next = *++rows;
        next_slots = slots[groups];
        next_numbers = VLOAD(4)(groups, numbers);

        for (uint k = 0; k < bring; ++k, ++loads) {
            __local lanes* const to = own + loads->slot * (GROUP * VECTORS);
            const uint from = loads->row;
#pragma unroll
            for (uint v = 0; v < VECTORS; ++v) {
                to[v] = (from & OF_CORE) != 0
                            ? gathered(through + (from & ~OF_CORE) * ld_ways, place[v])
                            : ((__global const lanes*)(d + from * ld))[v];
            }
        }
        lanes best[VECTORS];
#pragma unroll
        for (uint v = 0; v < VECTORS; ++v) {
            best[v] = (lanes)(ZERO);
            if (!ANY(x - rank[v] < row.below)) continue;
#pragma unroll
            for (uint c = 0; c < LANES; ++c) {
                if (x - ((uint*)&rank[v])[c] >= row.below) continue;
                ((T*)&best[v])[c] = ways[row.height * ld_ways + place[v][c]];
            }
        }
        relax_all(best, own, first_slots, (const T*)&first_numbers);
        for (uint k = 1; k < groups; ++k) {
            const T_VECTOR(4) more = VLOAD(4)(k, numbers);
            relax_all(best, own, slots[k], (const T*)&more);
        }
        slots += groups;
        numbers += groups * 4;
        __global lanes* const to = (__global lanes*)(d + row.vertex * ld);
#pragma unroll
        for (uint v = 0; v < VECTORS; ++v) {
            STREAM(to + v, best[v]);
            if (keep != NO_SLOT) own[keep * (GROUP * VECTORS) + v] = best[v];
        }
    }
}
