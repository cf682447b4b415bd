// pack: copies a panel k-major and spread, so that panel[k * lda + i] = D[i, k], for update_gpu.cl:
// its loads then run along i, and it reads a snapshot of the rows of D that it updates.
//
// The host defines PT, the edge of the squares that are packed, and PACK_GROUP, the work-items of
// `pack`.
#ifndef PACK_GPU_H
#define PACK_GPU_H
#include "words_gpu.h"

#define PACK_LOCAL (PT * (PT + 1))

// The elements of a square that work-item t of `items` takes; CUDA, where these divide the square,
// unrolls.
#if defined(__CUDACC__)
#define FOR_ELEMENTS(e) _Pragma("unroll") for (uint e = t; e - t < PT * PT; e += items)
#else
#define FOR_ELEMENTS(e) for (uint e = t; e < PT * PT; e += items)
#endif

// dst[k * lda + i] = src[i * ld + k] spread, one PT x PT tile per group; ld is in elements.
INLINE void pack_tile(__global W* dst, ulong lda, __global const T* src, ulong ld, uint t,
                      uint items, __local W* tile) {
    FOR_ELEMENTS(e)
    tile[e / PT * (PT + 1) + e % PT] = SPREAD(src[(ulong)(e / PT) * ld + e % PT]);
    barrier(CLK_LOCAL_MEM_FENCE);
    FOR_ELEMENTS(e)
    dst[(ulong)(e / PT) * lda + e % PT] = tile[e % PT * (PT + 1) + e / PT];
}

// Packs tiles of PT x PT from d + a_offset on, cols tiles per row, to panel + p_offset, skipping
// gap tile rows from gap_at on; a_offset and ld are in elements.
__kernel __attribute__((reqd_work_group_size(PACK_GROUP, 1, 1))) void pack(
    __global const T* d, ulong a_offset, ulong ld, __global W* panel, ulong p_offset, ulong lda,
    uint cols, uint gap_at, uint gap) {
    LOCAL_MEMORY W tile[PACK_LOCAL];
    uint pi = get_group_id(0) / cols;
    const uint pk = get_group_id(0) % cols;
    if (pi >= gap_at) pi += gap;
    pack_tile(panel + p_offset + (ulong)pk * PT * lda + pi * PT, lda,
              d + a_offset + (ulong)pi * PT * ld + pk * PT, ld, get_local_id(0), PACK_GROUP, tile);
}

#if defined(COPY_ASYNC)
// Copies rows of D as words of the operand B: VW words per work-item, in rows of the range.
__kernel __attribute__((reqd_work_group_size(PACK_GROUP, 1, 1))) void copy(__global const M* d,
                                                                           ulong offset, ulong ld,
                                                                           __global W* b, ulong ldb,
                                                                           uint words) {
    const uint word = get_global_id(0) * VW;
    const ulong row = get_group_id(1);
    if (word < words)
        *(__global WV*)(b + row * ldb + word) = LOAD_WORDS(d + offset + row * ld + word);
}
#endif

#endif
