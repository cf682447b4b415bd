// D <- D* on one square tile, for CPU devices: Floyd-Warshall by one work-item, in vectors.
//
// Row k stays in registers, CLOSE_VECTORS vectors of it at a time, while it relaxes every row. With
// BITS (see update_cpu.cl) the tile has CLOSE_TILE rows of CLOSE_TILE / 32 words. The host defines
// CLOSE_TILE, the edge of the tile, a multiple of CLOSE_VECTORS * VW.
#include "vectors_cpu.h"

#ifdef BITS
#define WORDS (CLOSE_TILE / 32)
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void close(__global T* d, ulong offset,
                                                                   ulong ld, T unit) {
    d += offset;
    for (uint k = 0; k < CLOSE_TILE; ++k) {
        T via[WORDS];
        for (uint w = 0; w < WORDS; ++w) via[w] = d[k * ld + w];
        for (uint i = 0; i < CLOSE_TILE; ++i) {
            __global T* row = d + i * ld;
            const T to_k = SPREAD_BIT(row[k / 32], k % 32);
            for (uint w = 0; w < WORDS; ++w) row[w] |= to_k & via[w];
        }
    }
}
#else
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void close(__global T* d, ulong offset,
                                                                   ulong ld, T unit) {
    const VT one = unit;
    d += offset;
    for (uint k = 0; k < CLOSE_TILE; ++k) {
        for (uint j = 0; j < CLOSE_TILE; j += CLOSE_VECTORS * VW) {
            VT via[CLOSE_VECTORS];
#pragma unroll
            for (uint v = 0; v < CLOSE_VECTORS; ++v) via[v] = LOADV(d + k * ld + j + v * VW);
            for (uint i = 0; i < CLOSE_TILE; ++i) {
                const VT to_k = d[i * ld + k];
#pragma unroll
                for (uint v = 0; v < CLOSE_VECTORS; ++v) {
                    __global T* at = d + i * ld + j + v * VW;
                    STOREV(PLUS(LOADV(at), times_of(to_k, via[v], one)), at);
                }
            }
        }
    }
}
#endif
