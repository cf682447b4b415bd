// close: Floyd-Warshall on one diagonal tile, held in the registers of one group.
// block_step: C <- min(C, A (x) B) with K = TS; the group that owns the next diagonal tile goes
// first and closes it before it ends, beside the others: the closure costs no launch and hides.
//
// RS x CS elements a work-item. On an H200 a closure costs 5.3 us however the tile is cut (4 x 4,
// 8 x 4, 8 x 8 a work-item); 4 x 4 gives block_step the most warps and is fastest from n = 1024 on.
#include "tile_gpu.h"

#ifndef RS
#define RS 4  // rows of a work-item
#endif
#ifndef CS
#define CS 4  // and its columns
#endif
#define SY (TS / RS)
#define SX (TS / CS)
#define SG (SX * SY)               // work-items of a group
#define FIXED (SX < SY ? SX : SY)  // pivot chunks in a row that sit in the same registers

// Two pivots a barrier. The work-items that hold pivot rows k, k + 1 and pivot columns k, k + 1
// publish them as they were before the pair; everyone then takes pivot k into row k + 1 and
// column k + 1 by itself. `line` holds 8 * TS elements.
void close_tile(T acc[RS][CS], uint tx, uint ty, __local T* line) {
    uint cur = 0;
#pragma unroll
    for (uint f = 0; f < TS / VW / FIXED; ++f) {
        for (uint o = 0; o < FIXED; ++o) {
            // chunk of VW pivots: rows i.. of work-items y, columns j.. of work-items x
            const uint chunk = f * FIXED + o;
            const uint i = f * FIXED / SY * VW, j = f * FIXED / SX * VW;
            const uint y = chunk % SY, x = chunk % SX;
#pragma unroll
            for (uint h = 0; h < VW; h += 2) {
                __local T* row = line + cur * (4 * TS);
                __local T* col = row + 2 * TS;
                if (ty == y) {
#pragma unroll
                    for (uint q = 0; q < CS; q += VW) {
                        *(__local VT*)(row + AT(tx, q, SX)) = GATHER_ROW(acc[i + h], q);
                        *(__local VT*)(row + TS + AT(tx, q, SX)) = GATHER_ROW(acc[i + h + 1], q);
                    }
                }
                if (tx == x) {
#pragma unroll
                    for (uint q = 0; q < RS; q += VW) {
                        *(__local VT*)(col + AT(ty, q, SY)) = GATHER_COL(acc, q, j + h);
                        *(__local VT*)(col + TS + AT(ty, q, SY)) = GATHER_COL(acc, q, j + h + 1);
                    }
                }
                barrier(CLK_LOCAL_MEM_FENCE);
                T r[2][CS], c[2][RS];
                const uint k = chunk * VW + h;
                const T down = row[TS + k], right = row[k + 1];
#pragma unroll
                for (uint q = 0; q < CS; q += VW) {
                    const VT r0 = *(__local const VT*)(row + AT(tx, q, SX));
                    const VT r1 = *(__local const VT*)(row + TS + AT(tx, q, SX));
                    SPREAD(r[0] + q, r0);
                    SPREAD(r[1] + q, r1);
                }
#pragma unroll
                for (uint q = 0; q < RS; q += VW) {
                    const VT c0 = *(__local const VT*)(col + AT(ty, q, SY));
                    const VT c1 = *(__local const VT*)(col + TS + AT(ty, q, SY));
                    SPREAD(c[0] + q, c0);
                    SPREAD(c[1] + q, c1);
                }
#pragma unroll
                for (uint q = 0; q < CS; ++q) r[1][q] = RELAX(r[1][q], down, r[0][q]);
#pragma unroll
                for (uint q = 0; q < RS; ++q) c[1][q] = RELAX(c[1][q], c[0][q], right);
#pragma unroll
                for (uint u = 0; u < RS; ++u) {
#pragma unroll
                    for (uint v = 0; v < CS; ++v)
                        acc[u][v] = RELAX2(acc[u][v], c[0][u], r[0][v], c[1][u], r[1][v]);
                }
                cur ^= 1;
            }
        }
    }
}

// The closed tile, to its place and k-major for the panel.
void store_closed(T acc[RS][CS], uint tx, uint ty, __global T* d, ulong ld, __global T* closed) {
#pragma unroll
    for (uint i = 0; i < RS; ++i) {
#pragma unroll
        for (uint j = 0; j < CS; j += VW)
            *(__global VT*)(d + (ulong)AT(ty, i, SY) * ld + AT(tx, j, SX)) = GATHER_ROW(acc[i], j);
    }
#pragma unroll
    for (uint j = 0; j < CS; ++j) {
#pragma unroll
        for (uint i = 0; i < RS; i += VW)
            *(__global VT*)(closed + AT(tx, j, SX) * TS + AT(ty, i, SY)) = GATHER_COL(acc, i, j);
    }
}

// One group closes the tile at d + d_offset.
__kernel __attribute__((reqd_work_group_size(SG, 1, 1))) void close(__global T* d, ulong d_offset,
                                                                    ulong ld, __global T* closed) {
    __local T line[8 * TS] __attribute__((aligned(16)));
    const uint t = get_local_id(0), tx = t % SX, ty = t / SX;
    T acc[RS][CS];
    d += d_offset;
#pragma unroll
    for (uint i = 0; i < RS; ++i) {
#pragma unroll
        for (uint j = 0; j < CS; j += VW) {
            const VT v = *(__global const VT*)(d + (ulong)AT(ty, i, SY) * ld + AT(tx, j, SX));
            SPREAD(acc[i] + j, v);
        }
    }
    close_tile(acc, tx, ty, line);
    store_closed(acc, tx, ty, d, ld, closed);
}

// C has rows x cols tiles (the pivot rows, gap tiles from gap_at on, not counted) at d + c_offset;
// B = the TS rows of D from b_offset on; A packed. (next_i, next_j) is the tile of C to close into
// `closed`, gap counted; next_i = ~0 for none.
//
// SKIP: the group of that number does nothing. Groups are dealt round the processors, so with
// SKIP = their number nothing shares the one that closes: n = 1024 in 0.265 ms, not 0.290, on an
// H200 (132). The host launches one group more where there are more than SKIP.
__kernel __attribute__((reqd_work_group_size(SG, 1, 1))) void block_step(
    __global T* d, ulong c_offset, ulong ld, __global const T* a, ulong a_offset, ulong lda,
    ulong b_offset, uint rows, uint cols, uint gap_at, uint gap, uint next_i, uint next_j,
    __global T* closed) {
    __local T la[SD * TS] __attribute__((aligned(16)));
    __local T lb[SD * TS] __attribute__((aligned(16)));
    const uint t = get_local_id(0), tx = t % SX, ty = t / SX;

    // Tiles row by row, but the next diagonal tile first.
    uint g = get_group_id(0);
#ifdef SKIP  // an idle group, so that nothing shares the processor of the one that closes
    if (g == SKIP) return;
    if (g > SKIP) --g;
#endif
    const uint next =
        next_i == ~0u ? 0 : (next_i >= gap_at ? next_i - gap : next_i) * cols + next_j;
    g = g == 0 ? next : (g == next ? 0 : g);
    uint ti = g / cols;
    const uint tj = g % cols;
    if (ti >= gap_at) ti += gap;

    __global T* c = d + c_offset + (ulong)ti * TS * ld + (ulong)tj * TS;
    __global const T* b = d + b_offset + (ulong)tj * TS;
    a += a_offset + (ulong)ti * TS;
    T acc[RS][CS];
#pragma unroll
    for (uint i = 0; i < RS; ++i) {
#pragma unroll
        for (uint j = 0; j < CS; j += VW) {
            const VT v = *(__global const VT*)(c + (ulong)AT(ty, i, SY) * ld + AT(tx, j, SX));
            SPREAD(acc[i] + j, v);
        }
    }
    for (ulong k0 = 0; k0 < TS; k0 += SD) {
#pragma unroll
        for (uint q = 0; q < SD * TS / VW / SG; ++q) {
            const uint e = t + q * SG, k = e / (TS / VW), x = e % (TS / VW) * VW;
            ((__local VT*)la)[e] = *(__global const VT*)(a + (k0 + k) * lda + x);
            ((__local VT*)lb)[e] = *(__global const VT*)(b + (k0 + k) * ld + x);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll 8
        for (uint k = 0; k < SD; k += 2) {
            T ra[2][RS], rb[2][CS];
#pragma unroll
            for (uint h = 0; h < 2; ++h) {
#pragma unroll
                for (uint i = 0; i < RS; i += VW) {
                    const VT v = *(__local const VT*)(la + (k + h) * TS + AT(ty, i, SY));
                    SPREAD(ra[h] + i, v);
                }
#pragma unroll
                for (uint j = 0; j < CS; j += VW) {
                    const VT v = *(__local const VT*)(lb + (k + h) * TS + AT(tx, j, SX));
                    SPREAD(rb[h] + j, v);
                }
            }
#pragma unroll
            for (uint i = 0; i < RS; ++i) {
#pragma unroll
                for (uint j = 0; j < CS; ++j)
                    acc[i][j] = RELAX2(acc[i][j], ra[0][i], rb[0][j], ra[1][i], rb[1][j]);
            }
        }
        if (SD < TS) barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (ti == next_i && tj == next_j) {
        barrier(CLK_LOCAL_MEM_FENCE);
        close_tile(acc, tx, ty, la);
        store_closed(acc, tx, ty, c, ld, closed);
    } else {
#pragma unroll
        for (uint i = 0; i < RS; ++i) {
#pragma unroll
            for (uint j = 0; j < CS; j += VW)
                *(__global VT*)(c + (ulong)AT(ty, i, SY) * ld + AT(tx, j, SX)) =
                    GATHER_ROW(acc[i], j);
        }
    }
}
