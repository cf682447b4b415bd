// Wide vectors for CPU devices, and the relaxation of one.
//
// VW is the width; WIDE is set if it is beyond OpenCL C's 16 elements, for compilers that know
// Clang's vectors. PLUS_FMA spells the sum as fma(a, one, b), which has the same value but runs on
// other pipes than the minimum on Zen 3 and 4. It is set only where fma is one instruction:
// llvmpipe's is slow, and wrong for +inf. BROADCAST_ASM spells the fma in assembly where that pays;
// PoCL 5.0's compiler crashes on it.
#ifndef VECTORS_CPU_H
#define VECTORS_CPU_H
#include "semiring.h"

#ifndef WIDE
#define VT T_VECTOR(VW)
#define LOADV(from) PASTE(vload, VW)(0, (from))
#define STOREV(value, to) PASTE(vstore, VW)((value), 0, (to))
#else
typedef T VT __attribute__((ext_vector_type(VW)));
typedef T UNALIGNED_VT __attribute__((ext_vector_type(VW), aligned(sizeof(T))));
#define LOADV(from) (*(__global const UNALIGNED_VT*)(from))
#define STOREV(value, to) (*(__global UNALIGNED_VT*)(to) = (value))
static inline VT add_sat_wide(VT a, VT b) {
    const VT sum = a + b;
    return sum < a ? (VT)HIGHEST : sum;
}
#endif

// An element of a packed A: small elements are repeated to fill 32 bits, since a broadcast of 32
// bits from memory is a plain load.
#if defined(DTYPE_I16) || defined(DTYPE_U8)
#define LEFT uint
#if defined(DTYPE_I16)
#define REPEATED(x) ((uint)as_ushort(x) * 0x00010001u)
typedef uint LEFT_VT __attribute__((ext_vector_type(VW / 2)));
#else
#define REPEATED(x) ((uint)(x)*0x01010101u)
typedef uint LEFT_VT __attribute__((ext_vector_type(VW / 4)));
#endif
#define BROADCAST(a) __builtin_astype((LEFT_VT)(*(a)), VT)
#else
#define LEFT T
#define REPEATED(x) (x)
#define BROADCAST(a) ((VT)(*(a)))
#endif

// BITS: over OR_AND with T int, an element is a word of 32 vertices (see bits.cl). SPREAD_BIT
// copies bit b of a word to all its bits.
#define SPREAD_BIT(word, b) (-((word) >> (b)&1))

// left (x) b; `one` holds a 1 that the compiler cannot see.
static inline VT times_of(VT left, VT b, VT one) {
#if defined(PLUS_FMA) && defined(MIN_PLUS)
    return fma(left, one, b);
#else
    return TIMES(left, b);
#endif
}

// The same with left = *a in every lane.
static inline VT times_at(__global const LEFT* a, VT b, VT one) {
#if defined(BROADCAST_ASM) && defined(MIN_PLUS) && defined(__AVX512F__) && defined(DTYPE_F32) && \
    VW == 16
    // The broadcast must be part of the instruction: on Zen 4 a third operand in a register blocks
    // a pipe of the minima (31 G/s per thread instead of 58), and LLVM makes the load separate.
    __asm__("vfmadd231ps %2%{1to16%}, %1, %0" : "+v"(b) : "v"(one), "m"(*a));
    return b;
#elif defined(BROADCAST_ASM) && defined(MIN_PLUS) && defined(__AVX512F__) && defined(DTYPE_F64) && \
    VW == 8
    __asm__("vfmadd231pd %2%{1to8%}, %1, %0" : "+v"(b) : "v"(one), "m"(*a));
    return b;
#else
    return times_of(BROADCAST(a), b, one);
#endif
}

// c (+) *a (x) b
static inline VT relax_at(VT c, __global const LEFT* a, VT b, VT one) {
    const VT candidate = times_at(a, b, one);
    return PLUS(c, candidate);
}

#endif
