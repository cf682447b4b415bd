// Reachability with 32 vertices per word (see bits.cl): the kernels that or_and needs besides the
// product of update_gpu.cl. `ld` is in words. The host defines
//   TS            the tile's edge in vertices
//   PT            edge of the squares that are packed, each by PACK_GROUP work-items
#include "words_gpu.h"

#define TW (TS / 32)

// Loops over words of a row, and over pivots. CUDA unrolls so much that a row
// stays in registers, and does not branch.
#if defined(__CUDACC__)
#define FOR_WORDS(w) _Pragma("unroll") for (uint w = 0; w < TW; ++w)
#define PIVOT_WORD pivot_word
#define FOR_PIVOTS(k)     \
    FOR_WORDS(PIVOT_WORD) \
    _Pragma("unroll 2") for (uint k = PIVOT_WORD * 32; k < PIVOT_WORD * 32 + 32; ++k)
#define RELAX_ROW(row, bit, via)             \
    {                                        \
        const uint all = 0 - (bit);          \
        FOR_WORDS(w) row[w] |= via[w] & all; \
    }
#else
#define FOR_WORDS(w) for (uint w = 0; w < TW; ++w)
#define PIVOT_WORD k / 32
#define FOR_PIVOTS(k) for (uint k = 0; k < TS; ++k)
#define RELAX_ROW(row, bit, via)       \
    if ((bit) != 0) {                  \
        FOR_WORDS(w) row[w] |= via[w]; \
    }
#endif

// D <- D* on the tile at d + d_offset: work-item i holds row i.
__kernel __attribute__((reqd_work_group_size(TS, 1, 1))) void close_bits(__global uint* d,
                                                                         ulong d_offset, ulong ld) {
    LOCAL_MEMORY uint line[2 * TW] __attribute__((aligned(16)));
    const uint i = get_local_id(0);
    __global uint* own = d + d_offset + i * ld;
    uint row[TW];
    FOR_WORDS(w) row[w] = own[w];
    FOR_PIVOTS(k) {
        __local uint* via = line + k % 2 * TW;
        if (i == k) {
            FOR_WORDS(w) via[w] = row[w];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        RELAX_ROW(row, row[PIVOT_WORD] >> k % 32 & 1, via)
    }
    FOR_WORDS(w) own[w] = row[w];
}

// Packs a panel k-major and spread, like `pack` of panel_gpu.cl: squares of PT x PT bits from word
// d + a_offset on, cols squares per row, skipping gap rows of squares from row gap_at on.
__kernel __attribute__((reqd_work_group_size(PACK_GROUP, 1, 1))) void pack(
    __global const uint* d, ulong a_offset, ulong ld, __global uint* panel, ulong p_offset,
    ulong lda, uint cols, uint gap_at, uint gap) {
    uint pi = get_group_id(0) / cols;
    const uint pk = get_group_id(0) % cols;
    if (pi >= gap_at) pi += gap;
    const uint i = get_local_id(0) % PT;
    const uint word = d[a_offset + (ulong)(pi * PT + i) * ld + pk];
    for (uint k = get_local_id(0) / PT; k < PT; k += PACK_GROUP / PT)
        panel[p_offset + (ulong)(pk * PT + k) * lda + pi * PT + i] = -(word >> k & 1);
}
