// The products of tensor_gpu.cl on the matrix units of AMD's CDNA GPUs (gfx90a, gfx942): the same
// encoding, kernels, arguments and results, in another layout. It compiles (tools/amd-check), and
// tests/unit/tensor_amd.cpp runs it on an emulation of the instruction. No GPU has run it.
//
// One instruction takes 8 relaxations of 32 x 32 results, and maxima join them to those before.
// AMD does not document how the sums are rounded, so they have half of the terms that the encoding
// allows. (Xie et al., MMA-Sim, arXiv:2511.10909, found that CDNA 2 adds in pairs and rounds each
// sum to nearest, and that CDNA 3 cuts off what is below 2^-24 of the largest term.)
//
// clang-format off
// Four k of a row i of A, or of a column of B, are neighbours in panels: 8 bytes, for one lane.
// The instruction's rows m are columns of C, and its columns are rows of C:
//
//          k 0..3    k 4..7            i 0 .. 31                  lanes 0..31  lanes 32..63
//        +---------+---------+       +-------------+            +------------+------------+
//   m  0 | lane  0 | lane 32 |  k    | lanes 0..31 |   row i    | columns of | columns of |
//   :  : |    :    |    :    |  0..3 |             |   of C:    | B 0 .. 15  | B 16 .. 31 |
//   m 31 | lane 31 | lane 63 |       +-------------+            +------------+------------+
//        +---------+---------+  4..7 | lanes 32..63|   register r of lane l has
//                B                   +-------------+   m = r / 4 * 8 + l / 32 * 4 + r % 4
//                                           A
// Row m takes column m / 4 % 2 * 16 + m / 8 * 4 + m % 4 of B, which makes registers neighbours.
// clang-format on
//
// The host's macros are those of tensor_gpu.cl.
#include "dialect.h"

INLINE short encode(uint distance) {
    return distance <= LIMIT ? FIRST - STEP * distance : 0;
}
// Of the bits of a sum: more than 255 where there is no path.
INLINE uint decode(uint bits) {
    return ((uint)FROM * BY - ((bits - 1) >> 16) * BY) >> 16;
}

// A: a work-item has four k of a row.
__kernel GROUP_OF(PACK_GROUP) void encode_columns(__global const uchar* d, ulong a_offset, ulong ld,
                                                  __global short* panel, ulong p_offset, ulong lda,
                                                  uint cols, uint gap_at, uint gap) {
    uint pi = get_group_id(0) / cols;
    if (pi >= gap_at) pi += gap;
    const ulong i = (ulong)pi * PT + get_local_id(0) % PT;
    const ulong k = get_group_id(0) % cols * PT + get_local_id(0) / PT * 4;
    const uint bytes = *(__global const uint*)(d + a_offset + i * ld + k);
    short4 four;
    for (uint e = 0; e < 4; ++e) four[e] = encode(bytes >> e * 8 & 255);
    *(__global short4*)(panel + p_offset + k * lda + i * 4) = four;
}

// Rows of B: of four groups with the same columns of four rows, each has a quarter of the columns.
__kernel GROUP_OF(PACK_GROUP) void encode_rows(__global const uchar* d, ulong offset, ulong ld,
                                               __global short* b, ulong b_offset, ulong ldb,
                                               uint columns) {
    const uint quarter = get_group_id(0) * 4 + get_group_id(1) % 4;
    const uint j = (quarter * PACK_GROUP + get_local_id(0)) * 2;
    if (j >= columns) return;
    const ulong k = get_group_id(1) / 4 * 4;
    d += offset + k * ld + j;
    for (uint h = 0; h < 2; ++h) {
        short4 four;
        for (uint e = 0; e < 4; ++e) four[e] = encode(d[e * ld + h]);
        *(__global short4*)(b + b_offset + k * ldb + (j + h) * 4) = four;
    }
}

// A group of 4 waves has a tile of C, and each of them a quarter.
__kernel GROUP_OF(WG) void update(__global uchar* c, ulong c_offset, ulong ldc,
                                  __global const short* a, ulong a_offset, ulong lda,
                                  __global const short* b, ulong b_offset, ulong ldb, uint k,
                                  uint rows, uint cols, uint gap_at, uint gap, uint col_gap_at,
                                  uint col_gap, long right_of_rows) {
    LOCAL_MEMORY uint4 la[KD * TILE / 8];
    LOCAL_MEMORY uint4 lb[KD * TILE / 8];
    const uint t = get_local_id(0), wave = t / 64, lane = t % 64, m = lane % 32;
    uint ti = get_group_id(0) % rows, tj = get_group_id(0) / rows;
    if (ti >= gap_at) ti += gap;
    if (tj >= col_gap_at) tj += col_gap;
    if ((long)(tj + 1) * TILE + right_of_rows <= (long)ti * TILE) return;

    // A wave copies four k of the tile at a time, 16 bytes per lane.
    a += a_offset + (ulong)ti * TILE * 4 + wave * 4 * lda + lane * 8;
    b += b_offset + (ulong)tj * TILE * 4 + wave * 4 * ldb + lane * 8;
    const uint row = wave / 2 * 64 + m;
    const uint column = wave % 2 * 64 + m / 4 % 2 * 16 + m / 8 * 4 + m % 4;
    int sums[2][2][16];
#pragma unroll
    for (uint e = 0; e < 64; ++e) sums[e / 32][e / 16 % 2][e % 16] = 0;
#pragma unroll 1
    for (uint slab = 0; slab < k; slab += KD) {
        barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
        for (uint q = 0; q < KD * TILE / 8 / WG; ++q) {
            la[q * WG + t] = *(__global const uint4*)(a + (slab + q * (WG / 16)) * lda);
            lb[q * WG + t] = *(__global const uint4*)(b + (slab + q * (WG / 16)) * ldb);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
        for (uint s = 0; s < KD / 8; ++s) {
            const __local short4* const fa = (const __local short4*)la + (s * 2 + lane / 32) * TILE;
            const __local short4* const fb = (const __local short4*)lb + (s * 2 + lane / 32) * TILE;
#pragma unroll
            for (uint q = 0; q < 4; ++q) {
                const float16 zero = 0;
                float16 sum = __builtin_amdgcn_mfma_f32_32x32x8bf16_1k(
                    fb[column + q % 2 * 32], fa[row + q / 2 * 32], zero, 0, 0, 0);
#pragma unroll
                for (uint r = 0; r < 16; ++r) {
                    const int bits = as_int(sum[r]), before = sums[q / 2][q % 2][r];
                    sums[q / 2][q % 2][r] = bits > before ? bits : before;
                }
            }
        }
    }
    c += c_offset + ((ulong)ti * TILE + row) * ldc + (ulong)tj * TILE + wave % 2 * 64;
#pragma unroll
    for (uint q = 0; q < 4; ++q) {
        __global uint4* const at =
            (__global uint4*)(c + (ulong)(q / 2 * 32) * ldc + q % 2 * 32 + lane / 32 * 16);
        uint4 v = *at;
#pragma unroll
        for (uint r = 0; r < 16; ++r) {
            const uint shift = r % 4 * 8, byte = v[r / 4] >> shift & 255;
            const uint found = decode(sums[q / 2][q % 2][r]);
            if (found < byte) v[r / 4] -= (byte - found) << shift;
        }
        *at = v;
    }
}
