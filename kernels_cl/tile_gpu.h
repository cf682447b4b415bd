// What close_gpu.cl and panel_gpu.cl share: the tile of the short steps, the product of two
// operands in local memory. The host defines
//   TS     the tile's edge in vertices; one group closes a tile of 64 in 5.3 us on an H200
//   SD     depth of a local slab: TS where local memory allows (one barrier), else less
//   MICRO  rows and words of a row that a work-item holds in registers
#ifndef TILE_GPU_H
#define TILE_GPU_H
#include "words_gpu.h"

#define TW (TS / LANES)  // words in a row of the tile

#ifndef PAIRS
#define PAIRS 8  // pairs of pivots per turn of the loop
#endif
#define PRAGMA(x) _Pragma(#x)
#define UNROLL(n) PRAGMA(unroll n)

// The words of one side of a work-item's part come in vectors of VW; CUDA allows fewer, and then a
// vector is the whole side.
#define SIDE(words) ((words) < VW ? (words) : VW)
#define AT_SIDE(words, t, i, items) \
    (((t) + (i) / SIDE(words) * (items)) * SIDE(words) + (i) % SIDE(words))
#if defined(__CUDACC__)
#define SIDE_VECTOR(words) VECTOR(W, SIDE(words))
#define UNPACK_SIDE(words, dst, v) unpack(dst, v)
#define SIDE_OF_ROW(words, x, j) neighbours<SIDE(words)>((x) + (j))
#define SIDE_OF_COL(words, x, i, j, l) column<SIDE(words)>((x) + (i), j)
#define LOAD_SIDE(words, from) load_words<W, SIDE(words)>(from)
#define STORE_SIDE(words, v, to) store_words(v, to)
#else
#define SIDE_VECTOR(words) WV
#define UNPACK_SIDE(words, dst, v) UNPACK(dst, v)
#define SIDE_OF_ROW(words, x, j) GATHER_ROW(x, j)
#define SIDE_OF_COL(words, x, i, j, l) GATHER_COL(x, i, j, l)
#define LOAD_SIDE(words, from) LOAD_WORDS(from)
#define STORE_SIDE(words, v, to) STORE_WORDS(v, to)
#endif

// Defines NAME: acc (+)= A (x) B over `depth` pivots, operands in local memory: a[k * lda + i]
// spread, b[k * ldb + j]. The work-item is (tx, ty) of sx x sy and has ROWS x COLS words. TURN
// pairs of pivots are unrolled.
#define DEFINE_MULTIPLY(NAME, ROWS, COLS, TURN)                                                 \
    INLINE void NAME(W acc[ROWS][COLS], uint depth, __local const W* a, uint lda,               \
                     __local const W* b, uint ldb, uint tx, uint sx, uint ty, uint sy) {        \
        UNROLL(TURN)                                                                            \
        for (uint k = 0; k < depth; k += 2) {                                                   \
            W ra[2][ROWS], rb[2][COLS];                                                         \
            UNROLL()                                                                            \
            for (uint h = 0; h < 2; ++h) {                                                      \
                UNROLL()                                                                        \
                for (uint i = 0; i < ROWS; i += SIDE(ROWS)) {                                   \
                    const SIDE_VECTOR(ROWS) va = *(__local const SIDE_VECTOR(                   \
                        ROWS)*)(a + (k + h) * lda + AT_SIDE(ROWS, ty, i, sy));                  \
                    UNPACK_SIDE(ROWS, ra[h] + i, va);                                           \
                }                                                                               \
                UNROLL()                                                                        \
                for (uint j = 0; j < COLS; j += SIDE(COLS)) {                                   \
                    const SIDE_VECTOR(COLS) vb = *(__local const SIDE_VECTOR(                   \
                        COLS)*)(b + (k + h) * ldb + AT_SIDE(COLS, tx, j, sx));                  \
                    UNPACK_SIDE(COLS, rb[h] + j, vb);                                           \
                }                                                                               \
            }                                                                                   \
            UNROLL()                                                                            \
            for (uint i = 0; i < ROWS; ++i) {                                                   \
                UNROLL()                                                                        \
                for (uint j = 0; j < COLS; ++j)                                                 \
                    acc[i][j] = RELAX_WORD2(acc[i][j], ra[0][i], rb[0][j], ra[1][i], rb[1][j]); \
            }                                                                                   \
        }                                                                                       \
    }
DEFINE_MULTIPLY(multiply, MICRO, MICRO, PAIRS)

// Defines LOAD and STORE of a work-item's ROWS x COLS words, in rows of `ld` of what MEMORY holds.
#define DEFINE_COPIES(LOAD, STORE, ROWS, COLS, MEMORY, LD, READ, WRITE)                           \
    INLINE void LOAD(W acc[ROWS][COLS], MEMORY const* from, LD ld, uint tx, uint sx, uint ty,     \
                     uint sy) {                                                                   \
        UNROLL()                                                                                  \
        for (uint i = 0; i < ROWS; ++i) {                                                         \
            UNROLL()                                                                              \
            for (uint j = 0; j < COLS; j += SIDE(COLS)) {                                         \
                const SIDE_VECTOR(COLS) v = READ(                                                 \
                    COLS, from + (LD)AT_SIDE(ROWS, ty, i, sy) * ld + AT_SIDE(COLS, tx, j, sx));   \
                UNPACK_SIDE(COLS, acc[i] + j, v);                                                 \
            }                                                                                     \
        }                                                                                         \
    }                                                                                             \
    INLINE void STORE(W acc[ROWS][COLS], MEMORY* to, LD ld, uint tx, uint sx, uint ty, uint sy) { \
        UNROLL()                                                                                  \
        for (uint i = 0; i < ROWS; ++i) {                                                         \
            UNROLL()                                                                              \
            for (uint j = 0; j < COLS; j += SIDE(COLS))                                           \
                WRITE(COLS, SIDE_OF_ROW(COLS, acc[i], j),                                         \
                      to + (LD)AT_SIDE(ROWS, ty, i, sy) * ld + AT_SIDE(COLS, tx, j, sx));         \
        }                                                                                         \
    }
DEFINE_COPIES(load_tile, store_tile, MICRO, MICRO, __global M, ulong, LOAD_SIDE, STORE_SIDE)

#endif
