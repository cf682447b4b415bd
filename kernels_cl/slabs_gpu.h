// How slabs of a product's operands come to local memory, for update_gpu.cl.
//
// OpenCL has two slabs there: the next one is loaded into registers during the work on this one.
// CUDA (COPY_ASYNC, see dialect.h) has SLABS of them and copies past registers, so that B has to
// hold words as registers do.
#ifndef SLABS_GPU_H
#define SLABS_GPU_H
#include "words_gpu.h"

#if defined(COPY_ASYNC)
#define MB W  // a word of B in memory
#define COPY_SLAB(at)                                                                     \
    {                                                                                     \
        if (to_copy > 0) {                                                                \
            --to_copy;                                                                    \
            _Pragma("unroll") for (uint q = 0; q < NA; ++q)                               \
                COPY_ASYNC(la + (at) * (KD * TM) + VW * (t + q * WG),                     \
                           a + (ulong)(q * (WG / (TM / VW))) * lda);                      \
            _Pragma("unroll") for (uint q = 0; q < NB; ++q) IF_IN_ROW(t % (TN / VW) * VW) \
                COPY_ASYNC(lb + (at) * (KD * TN) + VW * (t + q * WG),                     \
                           b + (ulong)(q * (WG / (TN / VW))) * ldb);                      \
            a += (ulong)KD * lda;                                                         \
            b += (ulong)KD * ldb;                                                         \
        }                                                                                 \
        COPY_COMMIT();                                                                    \
    }
#define START_SLABS()                 \
    uint to_copy = k / KD;            \
    uint cur = 0, unused = SLABS - 1; \
    _Pragma("unroll") for (uint slab = 0; slab + 1 < SLABS; ++slab) COPY_SLAB(slab)
#define KEEP_FIRST_SLAB()
#define BEGIN_SLAB()              \
    COPY_WAIT(SLABS - 2);         \
    barrier(CLK_LOCAL_MEM_FENCE); \
    COPY_SLAB(unused)
#define END_SLAB()                        \
    cur = cur + 1 == SLABS ? 0 : cur + 1; \
    unused = unused + 1 == SLABS ? 0 : unused + 1;
#else
#define MB M
#define SLABS 2
#define FETCH()                                                         \
    _Pragma("unroll") for (uint q = 0; q < NA; ++q) ga[q] =             \
        *(__global const WV*)(a + (ulong)(q * (WG / (TM / VW))) * lda); \
    _Pragma("unroll") for (uint q = 0; q < NB; ++q) gb[q] =             \
        *(__global const MV*)(b + (ulong)(q * (WG / (TN / VW))) * ldb);
#define STORE(la, lb)                                                                           \
    _Pragma("unroll") for (uint q = 0; q < NA; ++q) * (__local WV*)((la) + VW * (t + q * WG)) = \
        ga[q];                                                                                  \
    _Pragma("unroll") for (uint q = 0; q < NB; ++q) * (__local WV*)((lb) + VW * (t + q * WG)) = \
        TO_WORDS(gb[q]);
#define START_SLABS() \
    WV ga[NA];        \
    MV gb[NB];        \
    FETCH();
#define KEEP_FIRST_SLAB()         \
    STORE(la, lb);                \
    barrier(CLK_LOCAL_MEM_FENCE); \
    uint cur = 0;
#define BEGIN_SLAB()          \
    if (left > 1) {           \
        a += (ulong)KD * lda; \
        b += (ulong)KD * ldb; \
        FETCH();              \
    }
#define END_SLAB()                                         \
    cur ^= 1;                                              \
    if (left > 1) {                                        \
        STORE(la + cur * (KD * TM), lb + cur * (KD * TN)); \
    }                                                      \
    barrier(CLK_LOCAL_MEM_FENCE);
#endif

#endif
