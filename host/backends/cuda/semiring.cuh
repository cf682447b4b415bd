// The semirings, each spelled once, over every word that kernels compute with: a number, two of 16
// bits, or 32 truth values (see formats.cuh).
//
// A candidate that is NaN never replaces a number.
#pragma once

#include <cuda_runtime.h>

#include "apsp/semiring.hpp"

namespace apsp::cuda {

/// A float >= 0. The bit patterns of such floats order as integers do, +inf included, and Hopper
/// has a minimum of three integers: one minimum for every two additions.
struct NonNegative {
    float value;
};
/// Two signed integers of 16 bits.
struct Halves {
    unsigned bits;
};
/// 32 truth values.
struct Bits {
    unsigned bits;
};

#define APSP_DEVICE static __device__ __forceinline__

APSP_DEVICE int smaller(int a, int b) {
    return a < b ? a : b;
}
APSP_DEVICE int larger(int a, int b) {
    return a > b ? a : b;
}
APSP_DEVICE float smaller(float a, float b) {
    return fminf(a, b);
}
APSP_DEVICE float larger(float a, float b) {
    return fmaxf(a, b);
}
// Not fmin, for which there is no instruction.
APSP_DEVICE double smaller(double a, double b) {
    return b < a ? b : a;
}
APSP_DEVICE double larger(double a, double b) {
    return b > a ? b : a;
}
APSP_DEVICE NonNegative smaller(NonNegative a, NonNegative b) {
    return {__int_as_float(smaller(__float_as_int(a.value), __float_as_int(b.value)))};
}
APSP_DEVICE Halves smaller(Halves a, Halves b) {
    return {__vmins2(a.bits, b.bits)};
}
APSP_DEVICE Halves larger(Halves a, Halves b) {
    return {__vmaxs2(a.bits, b.bits)};
}

template <class W>
APSP_DEVICE W sum(W a, W b) {
    return a + b;
}
APSP_DEVICE NonNegative sum(NonNegative a, NonNegative b) {
    return {a.value + b.value};
}
APSP_DEVICE Halves sum(Halves a, Halves b) {
    return {__vadd2(a.bits, b.bits)};
}

/// a (+) b: the better of two paths.
template <Semiring kSemiring, class W>
APSP_DEVICE W plus(W a, W b) {
    if constexpr (kSemiring == Semiring::or_and) {
        return {a.bits | b.bits};
    } else if constexpr (kSemiring == Semiring::min_plus || kSemiring == Semiring::min_max) {
        return smaller(a, b);
    } else {
        static_assert(kSemiring == Semiring::max_min || kSemiring == Semiring::max_times);
        return larger(a, b);
    }
}

/// a (x) b: one path after the other.
template <Semiring kSemiring, class W>
APSP_DEVICE W times(W a, W b) {
    if constexpr (kSemiring == Semiring::or_and) {
        return {a.bits & b.bits};
    } else if constexpr (kSemiring == Semiring::min_plus) {
        return sum(a, b);
    } else if constexpr (kSemiring == Semiring::max_times) {
        return a * b;
    } else if constexpr (kSemiring == Semiring::min_max) {
        return larger(a, b);
    } else {
        static_assert(kSemiring == Semiring::max_min);
        return smaller(a, b);
    }
}

/// c (+) a (x) b: one relaxation.
template <Semiring kSemiring, class W>
APSP_DEVICE W relax(W c, W a, W b) {
    return plus<kSemiring>(c, times<kSemiring>(a, b));
}
// One instruction on Hopper, which the compiler does not generate from the two.
template <>
__device__ __forceinline__ Halves relax<Semiring::min_plus, Halves>(Halves c, Halves a, Halves b) {
    return {__viaddmin_s16x2(a.bits, b.bits, c.bits)};
}

/// Two relaxations at once, for words with a minimum of three.
template <Semiring kSemiring, class W>
APSP_DEVICE W relax(W c, W a0, W b0, W a1, W b1) {
    return relax<kSemiring>(relax<kSemiring>(c, a0, b0), a1, b1);
}
template <>
__device__ __forceinline__ NonNegative relax<Semiring::min_plus, NonNegative>(
    NonNegative c, NonNegative a0, NonNegative b0, NonNegative a1, NonNegative b1) {
    return smaller(smaller(sum(a0, b0), sum(a1, b1)), c);
}

}  // namespace apsp::cuda
