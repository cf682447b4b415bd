// Strips of rows and columns of pivots, which groups that run at the same time pass each other in
// global memory. GROUP is the number of work-items of a group; `t` is this one, and `state` as for
// close_square.
#ifndef STRIPS_H
#define STRIPS_H
#include "words_gpu.h"

// MISSING stands for what is not published yet: a NaN, or the integer below all that are used. It
// is the EXTREME of it and anything else.
#if defined(DTYPE_F64)
#define BITS ulong
#define MISSING (~0ul)
#define EXTREME max
#elif defined(AS_T)
#define BITS uint
#define MISSING (~0u)
#define EXTREME max
#else
#define BITS int
#define MISSING INT_MIN
#define EXTREME min
#endif
#define BV VECTOR(BITS, VW)
#if VW == 2
#define EXTREME_OF(v) EXTREME(ELEMENT(v, 0), ELEMENT(v, 1))
#elif defined(__CUDACC__)  // an order for instructions with three operands
#define EXTREME_OF(v) \
    EXTREME(EXTREME(EXTREME(ELEMENT(v, 0), ELEMENT(v, 1)), ELEMENT(v, 2)), ELEMENT(v, 3))
#else
#define EXTREME_OF(v) \
    EXTREME(EXTREME(ELEMENT(v, 0), ELEMENT(v, 1)), EXTREME(ELEMENT(v, 2), ELEMENT(v, 3)))
#endif

// Where the strip of a pivot has its word number `at`; how groups publish a vector and look for
// one; and what they do where one is never published: OpenCL's tell the host, by state[1]. CUDA's
// groups run at the same time, or their launch fails; its strips are smaller than 2^32 words.
#if defined(__CUDACC__)
#define PUBLISH(to, v) publish<BITS>(to, v)
#define LOOK_AT(from) look_at<BV>(from)
#define GIVE_UP(tries) \
    if (tries == POLLS) __trap();
#define GAVE_UP(state) false
#define STRIP(strips, pivot, at) ((strips) + ((pivot)*size + (at)))
#else
#if defined(AS_T)
#define AS_BV(v) PASTE(as_, BV)(v)
#else  // around a negative cycle integers overflow, and may reach MISSING
#define AS_BV(v) max(v, (BV)(-INT_MAX))
#endif
#define PUBLISH(to, v) *(__global volatile BV*)(to) = AS_BV(v)
#define LOOK_AT(from) *(__global const volatile BV*)(from)
#define GIVE_UP(tries)                                            \
    if (tries % 1024 == 0 && (tries >= POLLS || state[1] != 0)) { \
        state[1] = 1;                                             \
        break;                                                    \
    }
#define GAVE_UP(state) (state[1] != 0)
#define STRIP(strips, pivot, at) (strips) + (ulong)(pivot)*size + at
#endif

// TOTAL vectors of a group on their way to local memory: FROM(e) is where vector e comes from. LOOK
// reads those of a work-item, AWAIT reads again until all are published, and KEEP writes them to
// `to`. `state[1]` becomes 1 if one of them never is.
#define PER_ITEM(TOTAL) ((TOTAL) / GROUP)
#define LOOK(v, TOTAL, FROM)                                             \
    _Pragma("unroll") for (uint q = 0; q < PER_ITEM(TOTAL); ++q)(v)[q] = \
        LOOK_AT(FROM(t + q * GROUP));
#define AWAIT(v, TOTAL, FROM)                                                  \
    ROLLED for (uint tries = 1;; ++tries) {                                    \
        BITS extreme = EXTREME_OF((v)[0]);                                     \
        _Pragma("unroll") for (uint q = 1; q < PER_ITEM(TOTAL); ++q) extreme = \
            EXTREME(extreme, EXTREME_OF((v)[q]));                              \
        if (extreme != MISSING) break;                                         \
        GIVE_UP(tries)                                                         \
        LOOK(v, TOTAL, FROM)                                                   \
    }
#define KEEP(to, v, TOTAL)                                  \
    _Pragma("unroll") for (uint q = 0; q < PER_ITEM(TOTAL); \
                           ++q)((__local BV*)(to))[t + q * GROUP] = (v)[q];

// Vectors of strips for the next launch: none of them is published.
INLINE void clear(__global W* strips, uint first, uint last) {
    ROLLED
    for (uint e = first + get_global_id(0); e < last; e += (get_num_groups(0) - 1) * GROUP)
        ((__global BV*)strips)[e] = (BV)(MISSING);
}

// Waits until every group has come.
INLINE void meet(__global volatile uint* state) {
#if !defined(__CUDACC__)
    atomic_inc(state);
    for (uint tries = 1; state[0] < get_num_groups(0); ++tries) {
        if (tries < MEETING_POLLS && state[1] == 0) continue;
        state[1] = 1;
        return;
    }
#endif
}

#endif
