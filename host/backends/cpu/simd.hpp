// One relaxation of a vector, in the instruction set that this translation unit is compiled for.
//
// GCC's and Clang's vector extensions; everything is in a namespace named after the instruction
// set, so that the linker cannot merge a function compiled for one with its twin for another.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#ifdef __FMA__
#include <immintrin.h>
#endif

#ifdef __AVX512F__
#define APSP_ISA avx512
#elif defined(__AVX2__)
#define APSP_ISA avx2
#else
#define APSP_ISA baseline
#endif

namespace apsp::cpu::APSP_ISA {

#ifdef __AVX512F__
inline constexpr std::size_t kVectorBytes = 64;
#define APSP_IN_REGISTER(x) asm("" : "+v"(x))
#elif defined(__AVX2__)
inline constexpr std::size_t kVectorBytes = 32;
#define APSP_IN_REGISTER(x) asm("" : "+x"(x))
#else
inline constexpr std::size_t kVectorBytes = 16;
#ifdef __SSE2__
#define APSP_IN_REGISTER(x) asm("" : "+x"(x))
#else
#define APSP_IN_REGISTER(x) asm("" : "+m"(x))
#endif
#endif

template <class T>
struct Vector;
template <>
struct Vector<float> {
    typedef float type __attribute__((vector_size(kVectorBytes)));
};
template <>
struct Vector<double> {
    typedef double type __attribute__((vector_size(kVectorBytes)));
};
template <>
struct Vector<std::int32_t> {
    typedef std::int32_t type __attribute__((vector_size(kVectorBytes)));
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
template <class T>
inline Vec<T> broadcast(T value) {
    return value - Vec<T>{};  // "value + zero" would turn -0.0 into 0.0 and cost an addition
}

/// What `relax` multiplies with: 1, in a way that the compiler cannot see.
template <class T>
inline Vec<T> opaque_one() {
    Vec<T> one = broadcast(T{1});
    APSP_IN_REGISTER(one);
    return one;
}

/// min(c, s), and c where s is NaN (-inf + inf, on negative cycles). Taking it on the bit patterns
/// of floats >= 0 was no faster on Zen 4.
template <class T>
inline Vec<T> minimum(Vec<T> c, Vec<T> s) {
    return s < c ? s : c;
}

template <class T>
inline Vec<T> plus_at(const T* a, Vec<T> b) {
    return broadcast(*a) + b;
}

// a * 1 + b instead of a + b, exactly the same value. On Zen 3 and 4 additions share two of the
// four pipes with minima, and multiply-adds have the other two (f32 on Zen 4, a thread: 29 G/s with
// additions, 58 with these). Elsewhere it costs what an addition does. Intrinsics, since of
// "a * one + b" Clang shares the product among columns and then adds.
#ifdef __AVX512F__
// The broadcast must be part of the instruction: with three operands in registers the third is read
// through a port of the other pipes (30 G/s). Neither compiler keeps to that form unless told.
inline Vec<float> fused_plus_at(const float* a, Vec<float> b, Vec<float> one) {
    asm("vfmadd231ps %2%{1to16%}, %1, %0" : "+v"(b) : "v"(one), "m"(*a));
    return b;
}
inline Vec<double> fused_plus_at(const double* a, Vec<double> b, Vec<double> one) {
    asm("vfmadd231pd %2%{1to8%}, %1, %0" : "+v"(b) : "v"(one), "m"(*a));
    return b;
}
#elif defined(__FMA__)
inline Vec<float> fused_plus_at(const float* a, Vec<float> b, Vec<float> one) {
    return _mm256_fmadd_ps(broadcast(*a), one, b);
}
inline Vec<double> fused_plus_at(const double* a, Vec<double> b, Vec<double> one) {
    return _mm256_fmadd_pd(broadcast(*a), one, b);
}
#endif

/// min(c, *a + b), with `*a` in every lane; `one` is `opaque_one`.
template <class T>
inline Vec<T> relax(Vec<T> c, const T* a, Vec<T> b, [[maybe_unused]] Vec<T> one) {
#ifdef __FMA__
    if constexpr (T(0.5) != T(0)) {
        return minimum<T>(c, fused_plus_at(a, b, one));
    }
#endif
    return minimum<T>(c, plus_at(a, b));
}

}  // namespace apsp::cpu::APSP_ISA
