// One relaxation of a vector, in the instruction set that this translation unit is compiled for.
//
// It uses the vector extensions of GCC and Clang.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#if defined(__SSE2__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

#include "backends/cpu/kernels.hpp"
#include "base/instruction_sets.hpp"

namespace apsp::cpu::APSP_ISA {

inline constexpr std::size_t kVectorBytes = APSP_VECTOR_BYTES;
#if defined(__AVX512F__)
#define APSP_IN_REGISTER(x) asm("" : "+v"(x))
#elif defined(__SSE2__)
#define APSP_IN_REGISTER(x) asm("" : "+x"(x))
#elif defined(__aarch64__)
#define APSP_IN_REGISTER(x) asm("" : "+w"(x))
#else
#define APSP_IN_REGISTER(x) asm("" : "+m"(x))
#endif

template <class T>
struct Vector {
    typedef T type __attribute__((vector_size(kVectorBytes)));
};

template <class T>
using Vec = typename Vector<T>::type;
template <class T>
inline constexpr std::size_t kLanes = kVectorBytes / sizeof(T);

template <class T>
inline Vec<T> load(const T* from) {
    Vec<T> v;
    std::memcpy(&v, from, sizeof v);
    return v;
}
template <class T>
inline void store(T* to, Vec<T> v) {
    std::memcpy(to, &v, sizeof v);
}
/// Stores past the caches what is not read again soon. `to` is aligned to a vector.
template <class T>
inline void stream(T* to, Vec<T> v) {
#ifdef __AVX512F__
    _mm512_stream_si512(reinterpret_cast<__m512i*>(to), (__m512i)v);
#elif defined(__AVX2__)
    _mm256_stream_si256(reinterpret_cast<__m256i*>(to), (__m256i)v);
#elif defined(__SSE2__)
    _mm_stream_si128(reinterpret_cast<__m128i*>(to), (__m128i)v);
#else
    store(to, v);
#endif
}
/// Whether any bit is set.
template <class V>
inline bool any(V v) {
#ifdef __AVX512F__
    return _mm512_test_epi32_mask((__m512i)v, (__m512i)v) != 0;
#elif defined(__AVX2__)
    return _mm256_testz_si256((__m256i)v, (__m256i)v) == 0;
#elif defined(__aarch64__)
    return vmaxvq_u32((uint32x4_t)v) != 0;
#else
    std::uint64_t words[sizeof v / 8];
    std::memcpy(words, &v, sizeof v);
    std::uint64_t all = 0;
    for (const std::uint64_t word : words) all |= word;
    return all != 0;
#endif
}
template <class T>
inline Vec<T> broadcast(T value) {
    return value - Vec<T>{};  // "value + zero" would turn -0.0 into 0.0 and cost an addition
}

/// The factor in `relax`: 1, hidden from the compiler.
template <class T>
inline Vec<T> opaque_one() {
    Vec<T> one = broadcast(T{1});
    APSP_IN_REGISTER(one);
    return one;
}

/// `*a`, an element or one that is packed (see Left), in every lane.
template <class T, class A>
inline Vec<T> broadcast_at(const A* a) {
    return reinterpret_cast<Vec<T>>(broadcast(*a));
}

// The smaller and the larger of two; the first where the second is NaN. (Comparing the bit patterns
// of floats >= 0 instead was no faster on Zen 3 and 4.)
#ifdef __aarch64__
// GCC compares and selects instead. `minnm` takes the number where the other is NaN.
#define APSP_SMALLER_AND_LARGER(T, smallest, largest) \
    inline Vec<T> smaller_of(Vec<T> c, Vec<T> s) {    \
        return smallest(c, s);                        \
    }                                                 \
    inline Vec<T> larger_of(Vec<T> c, Vec<T> s) {     \
        return largest(c, s);                         \
    }
APSP_SMALLER_AND_LARGER(float, vminnmq_f32, vmaxnmq_f32)
APSP_SMALLER_AND_LARGER(double, vminnmq_f64, vmaxnmq_f64)
APSP_SMALLER_AND_LARGER(std::int32_t, vminq_s32, vmaxq_s32)
APSP_SMALLER_AND_LARGER(std::int16_t, vminq_s16, vmaxq_s16)
APSP_SMALLER_AND_LARGER(std::uint8_t, vminq_u8, vmaxq_u8)
#endif
template <class T>
inline Vec<T> smaller(Vec<T> c, Vec<T> s) {
#ifdef __aarch64__
    return smaller_of(c, s);
#else
    return s < c ? s : c;
#endif
}
template <class T>
inline Vec<T> larger(Vec<T> c, Vec<T> s) {
#ifdef __aarch64__
    return larger_of(c, s);
#else
    return s > c ? s : c;
#endif
}

inline Vec<std::uint8_t> saturating_sum(Vec<std::uint8_t> a, Vec<std::uint8_t> b) {
#ifdef __AVX512F__
    return (Vec<std::uint8_t>)_mm512_adds_epu8((__m512i)a, (__m512i)b);
#elif defined(__AVX2__)
    return (Vec<std::uint8_t>)_mm256_adds_epu8((__m256i)a, (__m256i)b);
#elif defined(__SSE2__)
    return (Vec<std::uint8_t>)_mm_adds_epu8((__m128i)a, (__m128i)b);
#elif defined(__aarch64__)
    return vqaddq_u8(a, b);
#else
    const Vec<std::uint8_t> sum = a + b;
    return sum | (Vec<std::uint8_t>)(sum < a);
#endif
}

// The semirings (see apsp/semiring.hpp): c (+) s, which keeps c where s is NaN (-inf + inf, around
// a negative cycle), and a (x) b.
using Operation = SemiringTraits::Operation;

template <Operation kOperation, class T>
inline Vec<T> operate(Vec<T> a, Vec<T> b) {
    if constexpr (kOperation == Operation::smaller) {
        return smaller<T>(a, b);
    } else if constexpr (kOperation == Operation::larger) {
        return larger<T>(a, b);
    } else if constexpr (kOperation == Operation::product) {
        return a * b;
    } else if constexpr (std::is_same_v<T, std::uint8_t>) {
        return saturating_sum(a, b);
    } else {
        static_assert(kOperation == Operation::sum);
        return a + b;
    }
}

template <Semiring S, class T>
inline Vec<T> plus(Vec<T> c, Vec<T> s) {
    if constexpr (std::is_same_v<T, Bits>) {
        return c | s;
    } else {
        return operate<traits(S).plus, T>(c, s);
    }
}

template <Semiring S, class T>
inline Vec<T> times(Vec<T> a, Vec<T> b) {
    if constexpr (std::is_same_v<T, Bits>) {
        return a & b;
    } else {
        return operate<traits(S).times, T>(a, b);
    }
}

// a * 1 + b instead of a + b, which has exactly the same value. On Zen 3 and 4 additions share two
// of the four pipes with minima, and multiply-adds have the other two (f32 on Zen 4, one thread: 29
// G/s with additions, 58 with multiply-adds). On Intel's it is the other way round: with AVX2,
// multiply-adds share both pipes of the minima, and additions have a third (one thread of a Xeon:
// 29 and 39 G/s). Intrinsics, since Clang shares the product in "a * one + b" among columns and
// then adds.
#ifdef APSP_MULTIPLY_ADD
#ifdef __AVX512F__
// The broadcast must be part of the instruction: with three operands in registers the third is read
// through a port of the other pipes (30 G/s). Neither compiler keeps to that form unless forced.
inline Vec<float> fused_plus_at(const float* a, Vec<float> b, Vec<float> one) {
    asm("vfmadd231ps %2%{1to16%}, %1, %0" : "+v"(b) : "v"(one), "m"(*a));
    return b;
}
inline Vec<double> fused_plus_at(const double* a, Vec<double> b, Vec<double> one) {
    asm("vfmadd231pd %2%{1to8%}, %1, %0" : "+v"(b) : "v"(one), "m"(*a));
    return b;
}
#else
inline Vec<float> fused_plus_at(const float* a, Vec<float> b, Vec<float> one) {
    return _mm256_fmadd_ps(broadcast(*a), one, b);
}
inline Vec<double> fused_plus_at(const double* a, Vec<double> b, Vec<double> one) {
    return _mm256_fmadd_pd(broadcast(*a), one, b);
}
#endif
#endif

/// c (+) *a (x) b, with `*a` in every lane; `one` is `opaque_one`.
template <Semiring S, class T, class A>
inline Vec<T> relax(Vec<T> c, const A* a, Vec<T> b, [[maybe_unused]] Vec<T> one) {
#ifdef APSP_MULTIPLY_ADD
    if constexpr (S == Semiring::min_plus && std::is_floating_point_v<T>) {
        return plus<S, T>(c, fused_plus_at(a, b, one));
    }
#endif
    return plus<S, T>(c, times<S, T>(broadcast_at<T>(a), b));
}

}  // namespace apsp::cpu::APSP_ISA
