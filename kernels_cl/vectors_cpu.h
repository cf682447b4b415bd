// Wide vectors for CPU devices, and the relaxation of one.
//
// VW is the width. PLUS_FMA spells the sum as fma(a, one, b), the same value: on Zen 3 and 4 it
// runs on other pipes than the minimum. Only where fma is one instruction: llvmpipe's is slow, and
// wrong for +inf. BROADCAST_ASM spells it in assembly where that pays; PoCL 5.0's compiler dies of
// it.
#ifndef VECTORS_CPU_H
#define VECTORS_CPU_H
#include "semiring.h"

#ifndef VW
#define VW 8
#endif
#define VT T_VECTOR(VW)
#define LOADV(from) PASTE(vload, VW)(0, (from))
#define STOREV(value, to) PASTE(vstore, VW)((value), 0, (to))

// *a + b, with *a in every lane; `one` holds a 1 that the compiler cannot see.
static inline VT plus_at(__global const T* a, VT b, VT one) {
#if defined(BROADCAST_ASM) && defined(MIN_PLUS) && defined(__AVX512F__) && !defined(DTYPE_F64) && \
    VW == 16
    // The broadcast must be part of the instruction: on Zen 4 a third operand in a register blocks
    // a pipe of the minima, 31 G/s a thread instead of 58, and LLVM takes the load apart.
    __asm__("vfmadd231ps %2%{1to16%}, %1, %0" : "+v"(b) : "v"(one), "m"(*a));
    return b;
#elif defined(BROADCAST_ASM) && defined(MIN_PLUS) && defined(__AVX512F__) && defined(DTYPE_F64) && \
    VW == 8
    __asm__("vfmadd231pd %2%{1to8%}, %1, %0" : "+v"(b) : "v"(one), "m"(*a));
    return b;
#elif defined(PLUS_FMA) && defined(MIN_PLUS)
    const VT left = *a;
    return fma(left, one, b);
#else
    const VT left = *a;
    return TIMES(left, b);
#endif
}

// c (+) *a (x) b
static inline VT relax_at(VT c, __global const T* a, VT b, VT one) {
    const VT sum = plus_at(a, b, one);
    return PLUS(c, sum);
}

#endif
