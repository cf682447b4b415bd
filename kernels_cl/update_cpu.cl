// C <- C (+) A (x) B for CPU devices: one work-item computes one tile of C.
//
// No local memory and no barrier: on PoCL a value that lives across a barrier goes to memory. Both
// operands are packed first, so that the innermost loop reads forwards only:
//
//                COLS = COLUMN_VECTORS * VW
//                +------+                  pack:   A, TILE_ROWS rows per work-item, into panels of
//                | B: k |                          ROWS rows (k groups of ROWS);
//                |      |                          B, TILE_COLS columns per work-item, into panels
//         +------+------+                          of COLS columns (k groups of COLS).
//         | A: k |  C   | ROWS             update: one TILE_ROWS x TILE_COLS tile per work-item,
//         +------+------+                          ROWS x COLS of it at a time in registers.
//
// C may contain A and B: `pack` reads them before `update` writes. Row tiles from `gap_begin` on
// lie `gap_tiles` further down, past the rows of the pivots, which are done already.
//
// With BITS, columns of C and B are words of 32 vertices, and each bit of A is packed as a word of
// equal bits, so that a product of bits is a product of words.
//
// The host defines
//   TILE_ROWS, TILE_COLS  edges of a work-item's tile. A tile's A (64 x K) and one panel of B stay
//                         in L2 and L1.
//   ROWS, COLUMN_VECTORS  rows and vectors of C in registers: 4 x 2 vectors of 8 floats for 16
//                         registers (AVX2), 16 x 1 of 16 floats for 32 (AVX-512)
//   MS                    edge of a square of `transpose_square`
#include "vectors_cpu.h"

// Panels of B are used in blocks of this depth, which stay in L1 (16 KiB at 256 x 16 floats).
#define K_BLOCK 256
#define COLS (COLUMN_VECTORS * VW)

// Element p of a row of A, as it is packed.
#ifdef BITS
#define LEFT_AT(row, p) SPREAD_BIT((row)[(p) / 32], (p) % 32)
#else
#define LEFT_AT(row, p) REPEATED((row)[p])
#endif

static ulong row_of_tile(ulong tile, uint gap_begin, uint gap_tiles) {
    return (tile < gap_begin ? tile : tile + gap_tiles) * TILE_ROWS;
}

// Work-items 0 .. row_tiles - 1 pack A, the others B. Offsets are in elements.
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void pack(
    __global const T* restrict a, ulong a_offset, ulong lda, __global const T* restrict b,
    ulong b_offset, ulong ldb, uint k, uint row_tiles, uint gap_begin, uint gap_tiles,
    __global LEFT* restrict packed_a, __global T* restrict packed_b) {
    const ulong tile = get_group_id(0);
    if (tile < row_tiles) {
        a += a_offset + row_of_tile(tile, gap_begin, gap_tiles) * lda;
        __global LEFT* to = packed_a + tile * TILE_ROWS * k;
        for (uint i = 0; i < TILE_ROWS; i += ROWS, a += ROWS * lda) {
            for (uint p = 0; p < k; ++p) {
                for (uint r = 0; r < ROWS; ++r) *to++ = LEFT_AT(a + r * lda, p);
            }
        }
    } else {
        const ulong column = (tile - row_tiles) * TILE_COLS;
        b += b_offset + column;
        __global T* to = packed_b + column * k;
        for (uint p = 0; p < k; ++p, b += ldb) {
            for (uint j = 0; j < TILE_COLS; j += COLS) {
                __global T* row = to + (ulong)j * k + p * COLS;
                for (uint v = 0; v < COLS; v += VW) STOREV(LOADV(b + j + v), row + v);
            }
        }
    }
}

// ROWS x COLS of C in registers, along `depth` of k.
static void micro_tile(__global T* c, ulong ld, __global const LEFT* a, __global const T* b,
                       uint depth, VT one) {
    VT tile[ROWS * COLUMN_VECTORS];
#pragma unroll
    for (uint r = 0; r < ROWS; ++r) {
#pragma unroll
        for (uint v = 0; v < COLUMN_VECTORS; ++v) {
            tile[r * COLUMN_VECTORS + v] = LOADV(c + r * ld + v * VW);
        }
    }
    for (uint p = 0; p < depth; ++p, a += ROWS, b += COLS) {
        VT right[COLUMN_VECTORS];
#pragma unroll
        for (uint v = 0; v < COLUMN_VECTORS; ++v) right[v] = LOADV(b + v * VW);
#pragma unroll
        for (uint r = 0; r < ROWS; ++r) {
#pragma unroll
            for (uint v = 0; v < COLUMN_VECTORS; ++v) {
                VT* at = tile + r * COLUMN_VECTORS + v;
                *at = relax_at(*at, a + r, right[v], one);
            }
        }
    }
#pragma unroll
    for (uint r = 0; r < ROWS; ++r) {
#pragma unroll
        for (uint v = 0; v < COLUMN_VECTORS; ++v) {
            STOREV(tile[r * COLUMN_VECTORS + v], c + r * ld + v * VW);
        }
    }
}

// Grid: column tiles x row tiles from `first_tile` on. Elements (i, j) of C with j < i + below need
// not be relaxed.
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void update(
    __global T* restrict d, ulong c_offset, ulong ld, uint k, uint gap_begin, uint gap_tiles,
    __global const LEFT* restrict packed_a, __global const T* restrict packed_b, long below, T unit,
    uint first_tile) {
    const VT one = unit;
    const uint row_tile = first_tile + get_group_id(1);
    const ulong column = get_group_id(0) * TILE_COLS;
    const ulong row = row_of_tile(row_tile, gap_begin, gap_tiles);
    if ((long)(column + TILE_COLS) <= (long)row + below) return;
    __global T* c = d + c_offset + row * ld + column;
    __global const LEFT* a = packed_a + (ulong)row_tile * TILE_ROWS * k;
    __global const T* b = packed_b + column * k;
    for (uint first = 0; first < k; first += K_BLOCK) {
        const uint depth = min(k - first, (uint)K_BLOCK);
        for (ulong j = 0; j < TILE_COLS; j += COLS) {
            for (ulong i = 0; i < TILE_ROWS; i += ROWS) {
                micro_tile(c + i * ld + j, ld, a + i * k + first * ROWS, b + j * k + first * COLS,
                           depth, one);
            }
        }
    }
}

// As `transpose` of matrix.cl, but one MS x MS square per work-item; the range is (columns, rows)
// of squares. A copy is made because the rows of a matrix whose size is a power of two share few
// lines of L1. PoCL, n = 4096, f32, one thread: 18 ms, and 48 ms with groups and barriers.
#define T4 T_VECTOR(4)
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void transpose_square(
    __global T* to, ulong ld, ulong row, ulong column, __global const T* from, ulong from_ld,
    ulong from_row, ulong from_column, uint below, ulong first) {
    const ulong down = get_group_id(1) * MS, right = get_group_id(0) * MS;
    const ulong i0 = row + down, j0 = column + right;
    if (below && j0 > first + i0) return;
    from += (from_row + right) * from_ld + from_column + down;
    to += i0 * ld + j0;
    T square[MS * MS];
    for (uint j = 0; j < MS; j += 4) {
        for (uint i = 0; i < MS; i += 4) {
            const T4 a = vload4(0, from + j * from_ld + i);
            const T4 b = vload4(0, from + (j + 1) * from_ld + i);
            const T4 c = vload4(0, from + (j + 2) * from_ld + i);
            const T4 e = vload4(0, from + (j + 3) * from_ld + i);
            vstore4((T4)(a.s0, b.s0, c.s0, e.s0), 0, square + i * MS + j);
            vstore4((T4)(a.s1, b.s1, c.s1, e.s1), 0, square + (i + 1) * MS + j);
            vstore4((T4)(a.s2, b.s2, c.s2, e.s2), 0, square + (i + 2) * MS + j);
            vstore4((T4)(a.s3, b.s3, c.s3, e.s3), 0, square + (i + 3) * MS + j);
        }
    }
    for (uint i = 0; i < MS; ++i) {
        if (below && first + i0 == j0) {
            for (uint j = 0; j < i; ++j) to[i * ld + j] = square[i * MS + j];
        } else {
            for (uint j = 0; j < MS; j += 4) {
                vstore4(vload4(0, square + i * MS + j), 0, to + i * ld + j);
            }
        }
    }
}
