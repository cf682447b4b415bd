// panel: D[P,:] <- D[P,:] (+) P* (x) D[P,:] in place, TS rows of it; the other groups of the launch
// pack D[R\P, P], which block_step then reads.
//
// The host defines PN, the words of a row that a group of `panel` takes.
#include "pack_gpu.h"
#include "tile_gpu.h"

#define PX (PN / MICRO)
#define PY (TS / MICRO)
#define PG (PX * PY)  // work-items of a group

// Each of the first `panels` groups owns TS rows x PN words of D[P,:], which starts at word
// d_offset of d; ld is in words, too. `closed` is k-major and spread. The other groups pack;
// a_offset is in elements.
__kernel __attribute__((reqd_work_group_size(PG, 1, 1))) void panel(
    __global M* d, ulong d_offset, ulong ld, __global const W* closed, uint panels,
    __global W* packed, ulong p_offset, ulong lda, ulong a_offset, uint gap_at, uint gap) {
    __local W la[SD * TS > PACK_LOCAL ? SD * TS : PACK_LOCAL] __attribute__((aligned(16)));
    __local W lb[TS * PN] __attribute__((aligned(16)));
    const uint t = get_local_id(0), tx = t % PX, ty = t / PX;
    const uint g = get_group_id(0);
    if (g < panels) {
        d += d_offset + g * PN;
#pragma unroll
        for (uint q = 0; q < TS * PN / VW / PG; ++q) {
            const uint e = t + q * PG;
            ((__local WV*)lb)[e] = LOAD_WORDS(d + (ulong)(e / (PN / VW)) * ld + e % (PN / VW) * VW);
        }
        W acc[MICRO][MICRO];
        load_tile(acc, d, ld, tx, PX, ty, PY);
        for (uint k0 = 0; k0 < TS; k0 += SD) {
            if (k0 > 0) barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
            for (uint q = 0; q < SD * TS / VW / PG; ++q)
                ((__local WV*)la)[t + q * PG] =
                    ((__global const WV*)(closed + k0 * TS))[t + q * PG];
            // Global memory, too: all of the strip is read before any of it is written.
            barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
            multiply(acc, SD, la, TS, lb + k0 * PN, PN, tx, PX, ty, PY);
        }
        store_tile(acc, d, ld, tx, PX, ty, PY);
    } else {
        uint pi = (g - panels) / (TS / PT);
        const uint pk = (g - panels) % (TS / PT);
        if (pi >= gap_at) pi += gap;
        const ulong lde = ld * LANES;
        pack_tile(packed + p_offset + (ulong)pk * PT * lda + pi * PT, lda,
                  (__global const T*)d + a_offset + (ulong)pi * PT * lde + pk * PT, lde, t, PG, la);
    }
}
