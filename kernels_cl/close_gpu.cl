// close: Floyd-Warshall on one diagonal tile, held in the registers of one group.
// block_step: C <- C (+) A (x) B with K = TS. The group that owns the next diagonal tile goes first
// and also closes it while the other groups work, so the closure is hidden and needs no launch.
//
// On an H200 a closure costs 5.3 us however the tile is cut (4 x 4, 8 x 4 or 8 x 8 per work-item);
// 4 x 4 gives block_step the most warps and is fastest from n = 1024 on.
#include "close_tile.h"

#define SG (SX * SY)  // work-items of a group

// Stores the closed tile in its place, and in `closed` a copy for the panel, k-major and spread.
static inline void store_closed(W acc[MICRO][MICRO], uint tx, uint ty, __global M* d, ulong ld,
                                __global W* closed) {
    store_tile(acc, d, ld, tx, SX, ty, SY);
#pragma unroll
    for (uint j = 0; j < MICRO; ++j) {
#pragma unroll
        for (uint l = 0; l < LANES; ++l) {
#pragma unroll
            for (uint i = 0; i < MICRO; i += VW)
                *(__global WV*)(closed + (AT(tx, j, SX) * LANES + l) * TS + AT(ty, i, SY)) =
                    GATHER_COL(acc, i, j, l);
        }
    }
}

// One group closes the tile at d + d_offset.
__kernel __attribute__((reqd_work_group_size(SG, 1, 1))) void close(__global M* d, ulong d_offset,
                                                                    ulong ld, __global W* closed) {
    __local W line[8 * TS] __attribute__((aligned(16)));
    const uint t = get_local_id(0), tx = t % SX, ty = t / SX;
    W acc[MICRO][MICRO];
    d += d_offset;
    load_tile(acc, d, ld, tx, SX, ty, SY);
    close_tile(acc, true, tx, ty, line);
    store_closed(acc, tx, ty, d, ld, closed);
}

// C has rows x cols tiles at d + c_offset, not counting the pivot rows, which are gap tile rows
// from gap_at on. B is the TS rows of D from b_offset on; A is packed. (next_i, next_j) is the tile
// of C to close into `closed`, counting the gap; next_i = ~0 for none. Offsets and ld are in words.
//
// The group with number SKIP does nothing. Groups are dealt round the compute units, so if SKIP is
// the number of units (132 on an H200), no group shares the unit of the group that closes: n = 1024
// takes 0.265 ms instead of 0.290. The host launches one extra group if there are more than SKIP.
__kernel __attribute__((reqd_work_group_size(SG, 1, 1))) void block_step(
    __global M* d, ulong c_offset, ulong ld, __global const W* a, ulong a_offset, ulong lda,
    ulong b_offset, uint rows, uint cols, uint gap_at, uint gap, uint next_i, uint next_j,
    __global W* closed) {
    __local W la[SD * TS] __attribute__((aligned(16)));
    __local W lb[SD * TW] __attribute__((aligned(16)));
    const uint t = get_local_id(0), tx = t % SX, ty = t / SX;

    // Tiles row by row, but the next diagonal tile first.
    uint g = get_group_id(0);
#ifdef SKIP  // an idle group, so that nothing shares the compute unit of the group that closes
    if (g == SKIP) return;
    if (g > SKIP) --g;
#endif
    const uint next =
        next_i == ~0u ? 0 : (next_i >= gap_at ? next_i - gap : next_i) * cols + next_j;
    g = g == 0 ? next : (g == next ? 0 : g);
    uint ti = g / cols;
    const uint tj = g % cols;
    if (ti >= gap_at) ti += gap;

    __global M* c = d + c_offset + (ulong)ti * TS * ld + (ulong)tj * TW;
    __global const M* b = d + b_offset + (ulong)tj * TW;
    a += a_offset + (ulong)ti * TS;
    W acc[MICRO][MICRO];
    load_tile(acc, c, ld, tx, SX, ty, SY);
    for (ulong k0 = 0; k0 < TS; k0 += SD) {
#pragma unroll
        for (uint q = 0; q < SD * TS / VW / SG; ++q) {
            const uint e = t + q * SG, k = e / (TS / VW), x = e % (TS / VW) * VW;
            ((__local WV*)la)[e] = *(__global const WV*)(a + (k0 + k) * lda + x);
        }
#pragma unroll
        for (uint q = 0; q < SD * TW / VW / SG; ++q) {
            const uint e = t + q * SG, k = e / (TW / VW), x = e % (TW / VW) * VW;
            ((__local WV*)lb)[e] = LOAD_WORDS(b + (k0 + k) * ld + x);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        multiply(acc, SD, la, TS, lb, TW, tx, SX, ty, SY);
        if (SD < TS) barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (ti == next_i && tj == next_j) {
        barrier(CLK_LOCAL_MEM_FENCE);
        close_tile(acc, true, tx, ty, la);
        store_closed(acc, tx, ty, c, ld, closed);
    } else {
        store_tile(acc, c, ld, tx, SX, ty, SY);
    }
}
