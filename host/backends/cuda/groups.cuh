// What close_square.cl uses besides opencl_c.cuh: vectors of other words than those in memory, and
// global memory that running blocks share, where each vector's elements arrive whole, and in any
// order.
#pragma once

#include "backends/cuda/opencl_c.cuh"

namespace apsp::cuda::opencl_c {

/// Of bytes in words of 32 bits, whose sums fit.
APSP_DEVICE int add_sat(int a, int b) {
    return a + b;
}
APSP_DEVICE int clamp(int a, int least, int most) {
    return min(max(a, least), most);
}

template <class T, int N>
APSP_DEVICE void unpack(T* to, const Vector<T, N>& v) {
#pragma unroll
    for (int i = 0; i < N; ++i) to[i] = v.at[i];
}
/// Column j of N rows.
template <int N, class T, int kColumns>
APSP_DEVICE Vector<T, N> column(const T (*rows)[kColumns], uint j) {
    Vector<T, N> v;
#pragma unroll
    for (int i = 0; i < N; ++i) v.at[i] = rows[i][j];
    return v;
}

template <class W, int N, class M>
APSP_DEVICE Vector<W, N> load_words(const M* from) {
    const auto stored = *reinterpret_cast<const Vector<M, N>*>(from);
    Vector<W, N> words;
#pragma unroll
    for (int i = 0; i < N; ++i) words.at[i] = stored.at[i];
    return words;
}
/// Around a negative cycle values fall without bound: they must not become positive ones.
template <class M, class W, int N>
APSP_DEVICE void store_words(const Vector<W, N>& words, M* to) {
    Vector<M, N> stored;
#pragma unroll
    for (int i = 0; i < N; ++i) {
        W word = words.at[i];
        if constexpr (std::is_same_v<M, short>) word = larger(word, -SHRT_MAX);
        stored.at[i] = static_cast<M>(word);
    }
    BitsOf<sizeof stored> bits;
    memcpy(&bits, &stored, sizeof bits);
    __stwb(reinterpret_cast<BitsOf<sizeof stored>*>(to), bits);  // `=` would be a store per element
}

/// Vectors of 16 bytes.
template <class Bits, class W>
APSP_DEVICE Bits look_at(const W* from) {
    Bits bits;
    if constexpr (sizeof(W) == 8) {
        asm volatile("ld.relaxed.gpu.global.v2.b64 {%0, %1}, [%2];"
                     : "=l"(bits.at[0]), "=l"(bits.at[1])
                     : "l"(from)
                     : "memory");
    } else {
        asm volatile("ld.relaxed.gpu.global.v4.b32 {%0, %1, %2, %3}, [%4];"
                     : "=r"(bits.at[0]), "=r"(bits.at[1]), "=r"(bits.at[2]), "=r"(bits.at[3])
                     : "l"(from)
                     : "memory");
    }
    return bits;
}
/// Integers that overflow around a negative cycle may reach the one for "not published".
template <class Bits, class W, int N>
APSP_DEVICE void publish(W* to, Vector<W, N> v) {
    Bits bits[N];
#pragma unroll
    for (int i = 0; i < N; ++i) {
        if constexpr (std::is_same_v<W, int>) v.at[i] = larger(v.at[i], -INT_MAX);
        memcpy(bits + i, v.at + i, sizeof(W));
    }
    if constexpr (sizeof(W) == 8) {
        asm volatile("st.relaxed.gpu.global.v2.b64 [%0], {%1, %2};" ::"l"(to), "l"(bits[0]),
                     "l"(bits[1])
                     : "memory");
    } else if constexpr (N == 2) {
        asm volatile("st.relaxed.gpu.global.v2.b32 [%0], {%1, %2};" ::"l"(to), "r"(bits[0]),
                     "r"(bits[1])
                     : "memory");
    } else {
        asm volatile("st.relaxed.gpu.global.v4.b32 [%0], {%1, %2, %3, %4};" ::"l"(to), "r"(bits[0]),
                     "r"(bits[1]), "r"(bits[2]), "r"(bits[3])
                     : "memory");
    }
}

}  // namespace apsp::cuda::opencl_c
