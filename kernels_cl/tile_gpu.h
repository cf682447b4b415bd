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

// Defines NAME: acc (+)= A (x) B over `depth` pivots, operands in local memory: a[k * lda + i]
// spread, b[k * ldb + j]. The work-item is (tx, ty) of sx x sy and has ROWS x COLS words.
#define DEFINE_MULTIPLY(NAME, ROWS, COLS)                                                       \
    INLINE void NAME(W acc[ROWS][COLS], uint depth, __local const W* a, uint lda,               \
                     __local const W* b, uint ldb, uint tx, uint sx, uint ty, uint sy) {        \
        UNROLL(PAIRS)                                                                           \
        for (uint k = 0; k < depth; k += 2) {                                                   \
            W ra[2][ROWS], rb[2][COLS];                                                         \
            UNROLL()                                                                            \
            for (uint h = 0; h < 2; ++h) {                                                      \
                UNROLL()                                                                        \
                for (uint i = 0; i < ROWS; i += VW) {                                           \
                    const WV va = *(__local const WV*)(a + (k + h) * lda + AT(ty, i, sy));      \
                    UNPACK(ra[h] + i, va);                                                      \
                }                                                                               \
                UNROLL()                                                                        \
                for (uint j = 0; j < COLS; j += VW) {                                           \
                    const WV vb = *(__local const WV*)(b + (k + h) * ldb + AT(tx, j, sx));      \
                    UNPACK(rb[h] + j, vb);                                                      \
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
DEFINE_MULTIPLY(multiply, MICRO, MICRO)

// Defines LOAD and STORE of a work-item's ROWS x COLS words, in rows of `ld` of what MEMORY holds.
#define DEFINE_COPIES(LOAD, STORE, ROWS, COLS, MEMORY, LD, READ, WRITE)                           \
    INLINE void LOAD(W acc[ROWS][COLS], MEMORY const* from, LD ld, uint tx, uint sx, uint ty,     \
                     uint sy) {                                                                   \
        UNROLL()                                                                                  \
        for (uint i = 0; i < ROWS; ++i) {                                                         \
            UNROLL()                                                                              \
            for (uint j = 0; j < COLS; j += VW) {                                                 \
                const WV v = READ(from + (LD)AT(ty, i, sy) * ld + AT(tx, j, sx));                 \
                UNPACK(acc[i] + j, v);                                                            \
            }                                                                                     \
        }                                                                                         \
    }                                                                                             \
    INLINE void STORE(W acc[ROWS][COLS], MEMORY* to, LD ld, uint tx, uint sx, uint ty, uint sy) { \
        UNROLL()                                                                                  \
        for (uint i = 0; i < ROWS; ++i) {                                                         \
            UNROLL()                                                                              \
            for (uint j = 0; j < COLS; j += VW)                                                   \
                WRITE(GATHER_ROW(acc[i], j), to + (LD)AT(ty, i, sy) * ld + AT(tx, j, sx));        \
        }                                                                                         \
    }
DEFINE_COPIES(load_tile, store_tile, MICRO, MICRO, __global M, ulong, LOAD_WORDS, STORE_WORDS)

#endif
