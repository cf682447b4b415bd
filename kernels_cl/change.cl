// Updates a matrix of min-plus distances when its graph changes: parts of the matrix are copied out
// and put back, and rows of it are relaxed with a product of small depth, mostly 1.
//
// `relax_rows` is bound by memory. So a work-item holds neighbouring elements of several rows in
// registers, loads all of them before it uses the first, and writes back only rows that changed.
//
// The host defines ROWS, the rows per work-item; LANES, the elements of a row that are moved at
// once; GROUP, the work-items per group; and EDGE, the edge of a group of `take_columns`.
#include "semiring.h"

typedef T_VECTOR(LANES) lanes;
#define LOAD(from) VLOAD(LANES)(0, from)
#define STORE(lanes, to) VSTORE(LANES)(lanes, 0, to)
// The matrix is aligned to its vectors; buffers that the host passes need not be.
#define IN_MATRIX(place) (*(__global lanes*)(place))

// The index of the group's row i; past the last of all `count` rows, the last one is repeated.
#define ROW(i) min((uint)get_group_id(1) * ROWS + (i), count - 1)

// A sum of signed integers does not show that one term is "no path": the other may be negative.
#if defined(AS_T) || defined(DTYPE_U8)
#define IS_PATH(x) true
#define SUM_OF_PATHS(a, b) TIMES((lanes)(a), b)
#else
#define IS_PATH(x) ((x) < T_INFINITY)
#define SUM_OF_PATHS(a, b) SELECT(IS_PATH(b), TIMES((lanes)(a), b), (lanes)(T_INFINITY))
#endif

// D[rows[r]] <- D[rows[r]] (+) left[r][a] (x) right[a] for a < depth. No row occurs twice. The
// groups are (columns, rows / ROWS), rounded up.
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void relax_rows(
    __global T* d, ulong ld, __global const uint* restrict rows, uint count, uint depth,
    __global const T* restrict left, __global const T* restrict right) {
    const ulong j = (ulong)get_global_id(0) * LANES;
    if (j >= ld) return;
    lanes own[ROWS];
    uint changed = 0;
#pragma unroll
    for (uint i = 0; i < ROWS; ++i) own[i] = IN_MATRIX(d + rows[ROW(i)] * ld + j);
    for (uint a = 0; a < depth; ++a) {
        const lanes from = LOAD(right + a * ld + j);
#pragma unroll
        for (uint i = 0; i < ROWS; ++i) {
            const T to = left[(ulong)ROW(i) * depth + a];
            if (!IS_PATH(to)) continue;
            const lanes sum = SUM_OF_PATHS(to, from);
            changed |= any(sum < own[i]) ? 1u << i : 0;
            own[i] = SELECT(sum < own[i], sum, own[i]);
        }
    }
#pragma unroll
    for (uint i = 0; i < ROWS; ++i) {
        if (changed >> i & 1) IN_MATRIX(d + rows[ROW(i)] * ld + j) = own[i];
    }
}

// to[r] <- D[rows[r]]; the groups are those of relax_rows.
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void take_rows(
    __global const T* restrict d, ulong ld, __global const uint* restrict rows, uint count,
    __global T* restrict to) {
    const ulong j = (ulong)get_global_id(0) * LANES;
    if (j >= ld) return;
    lanes own[ROWS];
#pragma unroll
    for (uint i = 0; i < ROWS; ++i) own[i] = LOAD(d + rows[ROW(i)] * ld + j);
#pragma unroll
    for (uint i = 0; i < ROWS; ++i) STORE(own[i], to + ROW(i) * ld + j);
}

// to[i][c] <- D[i][columns[c]] for i < n. The range is (count, n), rounded up to whole groups.
__kernel __attribute__((reqd_work_group_size(EDGE, EDGE, 1))) void take_columns(
    __global const T* restrict d, ulong ld, uint n, __global const uint* restrict columns,
    uint count, __global T* restrict to) {
    const ulong c = get_global_id(0), i = get_global_id(1);
    if (c < count && i < n) to[i * count + c] = d[i * ld + columns[c]];
}

// to[e] <- D[places[e]], with places counted in elements from D[0][0]. The range is `count`,
// rounded up to whole groups.
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void take_entries(
    __global const T* restrict d, __global const ulong* restrict places, ulong count,
    __global T* restrict to) {
    const ulong e = get_global_id(0);
    if (e < count) to[e] = d[places[e]];
}

// D[places[e]] <- from[e]; the range is that of take_entries.
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void put_entries(
    __global T* restrict d, __global const ulong* restrict places, ulong count,
    __global const T* restrict from) {
    const ulong e = get_global_id(0);
    if (e < count) d[places[e]] = from[e];
}
