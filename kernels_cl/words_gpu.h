// Words are what the kernels for GPUs compute with. A word W holds LANES neighbouring columns of
// one row, and is an M in memory:
//   f32, f64, i32   W = M = the element, 1 lane
//   i16             two elements in 32 bits
//   u8              two elements in 16 bits of memory, computed in two lanes of 16 bits: then 255 +
//                   255 fits, and the minimum with the old value is 255 at most
//   OR_AND          32 vertices in 32 bits (the host packs them: see bits.cl)
// Left operands of a product are spread: one element in all lanes of a word (all bits, for OR_AND).
// So one relaxation of words is LANES relaxations, and products are the same for every type.
//
// ONE_LANE (of close_square.cl in CUDA): i16 and u8 in memory, computed one by one in 32 bits.
// TWO_LANES_PTX: two lanes per instruction need PTX on NVIDIA (compute capability 9.0); elsewhere
// vectors of two are enough.
#ifndef WORDS_GPU_H
#define WORDS_GPU_H
#include "semiring.h"

#if defined(OR_AND)
#define LANES 32
#define W uint
#define M uint
#elif defined(ONE_LANE) && (defined(DTYPE_I16) || defined(DTYPE_U8))
#define LANES 1
#define W int
#define M T
#elif defined(DTYPE_I16)
#define LANES 2
#define W uint
#define M uint
#elif defined(DTYPE_U8)
#define LANES 2
#define W uint
#define M ushort
#else
#define LANES 1
#define W T
#define M T
#endif

#if defined(__CUDACC__)
#define add_16x2(a, b) __vadd2(a, b)
#define min_16x2(a, b) __vmins2(a, b)
#define max_16x2(a, b) __vmaxs2(a, b)
#elif defined(TWO_LANES_PTX)
static inline uint add_16x2(uint a, uint b) {
    uint c;
    asm("add.s16x2 %0, %1, %2;" : "=r"(c) : "r"(a), "r"(b));
    return c;
}
static inline uint min_16x2(uint a, uint b) {
    uint c;
    asm("min.s16x2 %0, %1, %2;" : "=r"(c) : "r"(a), "r"(b));
    return c;
}
static inline uint max_16x2(uint a, uint b) {
    uint c;
    asm("max.s16x2 %0, %1, %2;" : "=r"(c) : "r"(a), "r"(b));
    return c;
}
#else
#define add_16x2(a, b) as_uint(as_short2(a) + as_short2(b))
#define min_16x2(a, b) as_uint(SMALLER(as_short2(a), as_short2(b)))
#define max_16x2(a, b) as_uint(LARGER(as_short2(a), as_short2(b)))
#endif

#if defined(__CUDACC__)
#define less_16x2(a, b) __vcmplts2(a, b)
// One instruction of compute capability 9.0, which the compiler does not make of the two.
#define min_add_16x2(c, a, b) __viaddmin_s16x2(a, b, c)
#else
#define less_16x2(a, b) as_uint(as_short2(a) < as_short2(b))
#define min_add_16x2(c, a, b) min_16x2(c, add_16x2(a, b))
#endif

// c (+) a (x) b, where the word a is spread; and two of these relaxations.
#if LANES == 1
#define RELAX_WORD(c, a, b) RELAX(c, a, b)
#define RELAX_WORD2(c, a0, b0, a1, b1) RELAX2(c, a0, b0, a1, b1)
#else
#if LANES == 32
#define RELAX_WORD(c, a, b) ((c) | ((a) & (b)))
#elif defined(MAX_MIN)
#define RELAX_WORD(c, a, b) max_16x2(c, min_16x2(a, b))
#elif defined(MIN_MAX)
#define RELAX_WORD(c, a, b) min_16x2(c, max_16x2(a, b))
#elif defined(MIN_PLUS)
#define RELAX_WORD(c, a, b) min_add_16x2(c, a, b)
#else
#error "no relaxation of two lanes"
#endif
#define RELAX_WORD2(c, a0, b0, a1, b1) RELAX_WORD(RELAX_WORD(c, a0, b0), a1, b1)
#endif

// SPREAD copies an element to all lanes; SPREAD_LANE copies lane l of a word to all lanes.
#if LANES == 1
#define SPREAD(element) (element)
#define SPREAD_LANE(word, l) (word)
#else
#define SPREAD(element) ((uint)(ushort)(element)*0x10001u)
#if defined(__CUDACC__)
#define SPREAD_LANE(word, l) __byte_perm(word, 0, (l) == 0 ? 0x1010 : 0x3232)
#else
#define SPREAD_LANE(word, l) SPREAD((l) == 0 ? (word) : (word) >> 16)
#endif
#endif

// Vectors of VW words, 16 bytes: the widest local or global access of GPUs. MV is such a vector in
// memory.
#ifdef DTYPE_F64
#define VW 2
#define UNPACK(dst, v)            \
    {                             \
        (dst)[0] = ELEMENT(v, 0); \
        (dst)[1] = ELEMENT(v, 1); \
    }
#define GATHER_ROW(x, j) NEIGHBOURS2(WV, x, j)
#define GATHER_COL(x, i, j, l) VECTOR2(WV, x[i][j], x[(i) + 1][j])
#else
#define VW 4
#define UNPACK(dst, v)            \
    {                             \
        (dst)[0] = ELEMENT(v, 0); \
        (dst)[1] = ELEMENT(v, 1); \
        (dst)[2] = ELEMENT(v, 2); \
        (dst)[3] = ELEMENT(v, 3); \
    }
#define GATHER_ROW(x, j) NEIGHBOURS4(WV, x, j)
#define GATHER_COL(x, i, j, l)                                          \
    VECTOR4(WV, SPREAD_LANE(x[i][j], l), SPREAD_LANE(x[(i) + 1][j], l), \
            SPREAD_LANE(x[(i) + 2][j], l), SPREAD_LANE(x[(i) + 3][j], l))
#endif
#define WV VECTOR(W, VW)
#define MV VECTOR(M, VW)

// The row of a tile (or the word of a row) that is element i of work-item t's part: chunks of VW
// are dealt round the work-items, as in update_gpu.cl.
#define AT(t, i, items) (((t) + (i) / VW * (items)) * VW + (i) % VW)

#if LANES == 2 && defined(DTYPE_U8) && defined(__CUDACC__)
#define TO_WORDS(v) to_words(v)
#define TO_MEMORY(v) to_memory(v)
#elif LANES == 2 && defined(DTYPE_U8)
#define TO_WORDS(v) as_uint4(convert_ushort8(as_uchar8(v)))
#define TO_MEMORY(v) as_ushort4(convert_uchar8(as_ushort8(v)))
#else
#define TO_WORDS(v) (v)
#define TO_MEMORY(v) (v)
#endif
#define LOAD_WORDS(from) TO_WORDS(*(__global const MV*)(from))
#define STORE_WORDS(v, to) *(__global MV*)(to) = TO_MEMORY(v)

#endif
