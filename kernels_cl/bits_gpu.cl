// Reachability with 32 vertices per word (see bits.cl): the kernels that or_and needs besides the
// product of update_gpu.cl. `ld` is in words. The host defines
//   TS            the tile's edge in vertices
//   PT            edge of the squares that are packed, each by PACK_GROUP work-items
#include "words_gpu.h"

#define TW (TS / 32)

// D <- D* on the tile at d + d_offset: work-item i holds row i.
__kernel __attribute__((reqd_work_group_size(TS, 1, 1))) void close_bits(__global uint* d,
                                                                         ulong d_offset, ulong ld) {
    __local uint line[2 * TW];
    const uint i = get_local_id(0);
    __global uint* own = d + d_offset + i * ld;
    uint row[TW];
    for (uint w = 0; w < TW; ++w) row[w] = own[w];
    for (uint k = 0; k < TS; ++k) {
        __local uint* via = line + k % 2 * TW;
        if (i == k) {
            for (uint w = 0; w < TW; ++w) via[w] = row[w];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if ((row[k / 32] >> k % 32 & 1) != 0) {
            for (uint w = 0; w < TW; ++w) row[w] |= via[w];
        }
    }
    for (uint w = 0; w < TW; ++w) own[w] = row[w];
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
