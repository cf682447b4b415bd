// Predecessors from distances and tight arcs (see host/paths/tight_arcs.hpp) on CPU devices.
//
// Rows of the matrix are the lanes: `turn` lays LANES rows side by side, so that one access loads
// the distances to u in all of them. `search` walks the list of arcs into a vertex once per block
// of rows: an arc (u, j) takes one load, one addition and one comparison per vector of rows.
//
//             vertices u ->                             rows ->
//          +----------------+                        +-------+
//     rows | D              |   turn: each block of  | LANES |  vertices
//          |                |   LANES rows becomes   |       |
//          +----------------+                        +-------+
//
// The host defines
//   VECTORS        vectors of rows taken at once: independent work, and fewer walks of the lists
//   TURNED         columns that a work-item of `turn` takes
//   MOST_VERTICES  most vertices per work-item of `search`: 16 fill a cache line of P
#include "vectors_cpu.h"

#define LANES (VW * VECTORS)

// Integers as wide as T. Lanes of 32 bits or more hold the source that was found, or -1 for none.
// Narrower lanes hold its place in the list, from 1, or 0 for none; lists are walked in pieces.
#if defined(DTYPE_U8)
#define INTEGER char
#define UNSIGNED uchar
#define PIECE 255u
#elif defined(DTYPE_I16)
#define INTEGER short
#define UNSIGNED ushort
#define PIECE 65535u
#elif defined(DTYPE_F64)
#define INTEGER long
#else
#define INTEGER int
#endif
#if defined(PIECE)
#define NOT_FOUND 0
#define FOUND_AT(a) ((INTEGER)(UNSIGNED)((a) + 1))
#else
#define PIECE (1u << 30)
#define NOT_FOUND (-1)
#define FOUND_AT(a) ((INTEGER)sources[a])
#endif
#ifndef WIDE
#define IV PASTE(INTEGER, VW)
#define ANY(v) any(v)
#else
typedef INTEGER IV __attribute__((ext_vector_type(VW)));
#if defined(DTYPE_U8)
typedef ulong BITS_OF_IV __attribute__((ext_vector_type(VW / 8)));
#else
typedef ulong BITS_OF_IV __attribute__((ext_vector_type(VW / 4)));
#endif
static inline int any_wide(IV v) {
    const BITS_OF_IV bits = __builtin_astype(v, BITS_OF_IV);
    ulong all = 0;
    for (uint k = 0; k < sizeof(IV) / 8; ++k) all |= bits[k];
    return all != 0;
}
#define ANY(v) any_wide(v)
#endif

// The range is (columns / TURNED, blocks of rows). A copy is made because the rows of a matrix
// whose size is a power of two share few lines of L1.
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void turn(__global const T* restrict d,
                                                                  ulong ld, ulong first_row,
                                                                  __global T* restrict turned) {
    const ulong column = get_group_id(0) * TURNED;
    __global const T* from = d + (first_row + get_group_id(1) * LANES) * ld + column;
    __global T* to = turned + (get_group_id(1) * ld + column) * LANES;
    T square[LANES * TURNED];
    for (uint r = 0; r < LANES; ++r) {
        for (uint c = 0; c < TURNED; ++c) square[r * TURNED + c] = from[r * ld + c];
    }
    for (uint c = 0; c < TURNED; ++c) {
        for (uint r = 0; r < LANES; ++r) to[c * LANES + r] = square[r * TURNED + c];
    }
}

static inline int any_open(const IV* open) {
    IV all = open[0];
#pragma unroll
    for (uint v = 1; v < VECTORS; ++v) all |= open[v];
    return ANY(all);
}

// The first arcs whose sums equal the distances `wanted`. Lanes that find one are closed.
static inline void find_equal(__global const T* beside, __global const uint* sources,
                              __global const T* weights, uint count, const VT* wanted, IV* open,
                              IV* found) {
    const uint look = 8;  // arcs between two checks for open lanes
    for (uint a = 0; a < count && any_open(open);) {
        for (const uint end = min(a + look, count); a < end; ++a) {
            __global const T* via = beside + (ulong)sources[a] * LANES;
            const VT w = weights[a];
            const IV place = FOUND_AT(a);
#pragma unroll
            for (uint v = 0; v < VECTORS; ++v) {
                const VT to_u = LOADV(via + v * VW);
                const IV equal = (TIMES(to_u, w) == wanted[v]) & open[v];
                found[v] = equal ? place : found[v];
                open[v] &= ~equal;
            }
        }
    }
}

#if defined(AS_T)
// Finds the arcs with the least sums, if these are near enough to the distances; for floats that
// round. None is found if only a source that is no nearer has the least sum: predecessors must not
// form a cycle.
static inline void find_least(__global const T* beside, __global const uint* sources,
                              __global const T* weights, uint count, const VT* wanted,
                              const IV* open, IV* found, T relative_slack) {
    VT least[VECTORS], least_of_all[VECTORS];
#pragma unroll
    for (uint v = 0; v < VECTORS; ++v) {
        least[v] = least_of_all[v] = wanted[v] + wanted[v] * relative_slack;
    }
    for (uint a = 0; a < count; ++a) {
        __global const T* via = beside + (ulong)sources[a] * LANES;
        const VT w = weights[a];
        const IV place = FOUND_AT(a);
#pragma unroll
        for (uint v = 0; v < VECTORS; ++v) {
            const VT to_u = LOADV(via + v * VW);
            const VT sum = to_u + w;
            const IV better = (sum <= least[v]) & (to_u < wanted[v]);
            least[v] = better ? sum : least[v];
            found[v] = better ? place : found[v];
            least_of_all[v] = sum < least_of_all[v] ? sum : least_of_all[v];
        }
    }
#pragma unroll
    for (uint v = 0; v < VECTORS; ++v) {
        found[v] = (open[v] & (least[v] <= least_of_all[v])) ? found[v] : (IV)NOT_FOUND;
    }
}
#endif

// The range is (work-items of `vertices` each, blocks of rows from `first_row` on); `list` bounds
// the arcs into each vertex; bit i of the `direct_bytes` bytes of j says that the arc (i, j) is a
// shortest path by itself, so that i is the predecessor.
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void search(
    __global const T* restrict turned, ulong ld, ulong first_row, uint vertices,
    __global const ulong* restrict list, __global const uint* restrict sources,
    __global const T* restrict weights, __global const uchar* restrict direct, ulong direct_bytes,
    T no_path_from, T relative_slack, uint exact, __global int* restrict p, ulong p_offset) {
    const ulong block = get_group_id(1);
    const ulong row = first_row + block * LANES;
    const ulong first = get_group_id(0) * vertices;
    __global const T* beside = turned + block * ld * LANES;
    int own[MOST_VERTICES * LANES];

    for (uint n = 0; n < vertices; ++n) {
        const ulong j = first + n;
        int* to = own + n * LANES;
        IV open[VECTORS];
        VT wanted[VECTORS];
        __global const uchar* bits = direct + j * direct_bytes + row / 8;
        INTEGER* lanes = (INTEGER*)open;
        for (uint r = 0; r < LANES; ++r) {
            lanes[r] = -1;
            to[r] = -1;
        }
        for (uint eight = 0; eight < LANES; eight += 8) {
            if (bits[eight / 8] == 0) continue;  // nearly all, if the graph is sparse
            for (uint r = eight; r < eight + 8; ++r) {
                const int bit = bits[eight / 8] >> (r - eight) & 1;
                lanes[r] = (INTEGER)(bit - 1);
                to[r] = bit ? (int)(row + r) : -1;
            }
        }
        if (j - row < LANES) lanes[j - row] = 0;
#pragma unroll
        for (uint v = 0; v < VECTORS; ++v) {
            wanted[v] = LOADV(beside + j * LANES + v * VW);
            open[v] &= wanted[v] < (VT)no_path_from;
        }
        const ulong end = list[j + 1];
        for (ulong a = list[j]; a < end && any_open(open); a += PIECE) {
            const uint count = (uint)min(end - a, (ulong)PIECE);
            IV found[VECTORS];
#pragma unroll
            for (uint v = 0; v < VECTORS; ++v) found[v] = (INTEGER)NOT_FOUND;
#if defined(AS_T)
            if (!exact) {
                find_least(beside, sources + a, weights + a, count, wanted, open, found,
                           relative_slack);
            } else
#endif
                find_equal(beside, sources + a, weights + a, count, wanted, open, found);
            const INTEGER* each = (const INTEGER*)found;
            for (uint r = 0; r < LANES; ++r) {
#if defined(UNSIGNED)
                if (each[r] != NOT_FOUND) to[r] = (int)sources[a + (UNSIGNED)each[r] - 1];
#else
                to[r] = each[r] == NOT_FOUND ? to[r] : (int)each[r];
#endif
            }
        }
    }
    for (uint r = 0; r < LANES; ++r) {
        __global int* out = p + p_offset + (block * LANES + r) * ld + first;
        for (uint n = 0; n < vertices; ++n) out[n] = own[n * LANES + r];
    }
}
