// panel: D[P,:] <- min(D[P,:], P* (x) D[P,:]) in place, TS rows of it; the other groups of the
// launch pack D[R\P, P], which block_step then reads. pack: a panel k-major, panel[k * lda + i] =
// D[i, k], for update_gpu.cl: loads run along i, and the rows of D that are being updated are read
// from a snapshot.
#include "tile_gpu.h"

#ifndef PN
#define PN 32  // columns of a group
#endif
#ifndef PR
#define PR 4  // rows and columns of a work-item
#endif
#define PX (PN / PR)
#define PY (TS / PR)
#define PG (PX * PY)  // work-items of a group

// Tiles of PT from d + a_offset, cols of them in a row, without gap tile rows from gap_at on, to
// panel + p_offset. 256 work-items.
__kernel __attribute__((reqd_work_group_size(256, 1, 1))) void pack(
    __global const T* d, ulong a_offset, ulong ld, __global T* panel, ulong p_offset, ulong lda,
    uint cols, uint gap_at, uint gap) {
    __local T tile[PACK_LOCAL];
    uint pi = get_group_id(0) / cols;
    const uint pk = get_group_id(0) % cols;
    if (pi >= gap_at) pi += gap;
    pack_tile(panel + p_offset + (ulong)pk * PT * lda + pi * PT, lda,
              d + a_offset + (ulong)pi * PT * ld + pk * PT, ld, get_local_id(0), 256, tile);
}

// The first `panels` groups own TS x PN of D[P,:], which starts at d + d_offset; `closed` is
// k-major.
__kernel __attribute__((reqd_work_group_size(PG, 1, 1))) void panel(
    __global T* d, ulong d_offset, ulong ld, __global const T* closed, uint panels,
    __global T* packed, ulong p_offset, ulong lda, ulong a_offset, uint gap_at, uint gap) {
    __local T la[SD * TS > PACK_LOCAL ? SD * TS : PACK_LOCAL] __attribute__((aligned(16)));
    __local T lb[TS * PN] __attribute__((aligned(16)));
    const uint t = get_local_id(0), tx = t % PX, ty = t / PX;
    const uint g = get_group_id(0);
    if (g < panels) {
        d += d_offset + g * PN;
#pragma unroll
        for (uint q = 0; q < TS * PN / VW / PG; ++q) {
            const uint e = t + q * PG;
            ((__local VT*)lb)[e] =
                *(__global const VT*)(d + (ulong)(e / (PN / VW)) * ld + e % (PN / VW) * VW);
        }
        T acc[PR][PR];
#pragma unroll
        for (uint i = 0; i < PR; ++i) {
#pragma unroll
            for (uint j = 0; j < PR; j += VW) {
                const VT v = *(__global const VT*)(d + (ulong)AT(ty, i, PY) * ld + AT(tx, j, PX));
                SPREAD(acc[i] + j, v);
            }
        }
        for (uint k0 = 0; k0 < TS; k0 += SD) {
            if (k0 > 0) barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
            for (uint q = 0; q < SD * TS / VW / PG; ++q)
                ((__local VT*)la)[t + q * PG] =
                    ((__global const VT*)(closed + k0 * TS))[t + q * PG];
            // Global too: all of the strip is read before any of it is written.
            barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
#pragma unroll 8
            for (uint k = 0; k < SD; k += 2) {
                T ra[2][PR], rb[2][PR];
#pragma unroll
                for (uint h = 0; h < 2; ++h) {
#pragma unroll
                    for (uint j = 0; j < PR; j += VW) {
                        const VT va = *(__local const VT*)(la + (k + h) * TS + AT(ty, j, PY));
                        const VT vb = *(__local const VT*)(lb + (k0 + k + h) * PN + AT(tx, j, PX));
                        SPREAD(ra[h] + j, va);
                        SPREAD(rb[h] + j, vb);
                    }
                }
#pragma unroll
                for (uint i = 0; i < PR; ++i) {
#pragma unroll
                    for (uint j = 0; j < PR; ++j)
                        acc[i][j] = RELAX2(acc[i][j], ra[0][i], rb[0][j], ra[1][i], rb[1][j]);
                }
            }
        }
#pragma unroll
        for (uint i = 0; i < PR; ++i) {
#pragma unroll
            for (uint j = 0; j < PR; j += VW)
                *(__global VT*)(d + (ulong)AT(ty, i, PY) * ld + AT(tx, j, PX)) =
                    GATHER_ROW(acc[i], j);
        }
    } else {
        uint pi = (g - panels) / (TS / PT);
        const uint pk = (g - panels) % (TS / PT);
        if (pi >= gap_at) pi += gap;
        pack_tile(packed + p_offset + (ulong)pk * PT * lda + pi * PT, lda,
                  d + a_offset + (ulong)pi * PT * ld + pk * PT, ld, t, PG, la);
    }
}
