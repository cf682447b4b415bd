// OpenCL C's words in CUDA, as far as the kernels of kernels_cl use them, and what dialect.h spells
// differently. Include it after all other headers: it defines macros that are short words.
#pragma once

#include <climits>
#include <cmath>
#include <cstring>
#include <type_traits>

#include "backends/cuda/semiring.cuh"

namespace apsp::cuda::opencl_c {

using uchar = unsigned char;
using ushort = unsigned short;
using uint = unsigned;
using ulong = unsigned long;

APSP_DEVICE ulong get_local_id(uint d) {
    return d == 0 ? threadIdx.x : threadIdx.y;
}
APSP_DEVICE ulong get_local_size(uint d) {
    return d == 0 ? blockDim.x : blockDim.y;
}
APSP_DEVICE ulong get_group_id(uint d) {
    return d == 0 ? blockIdx.x : blockIdx.y;
}
APSP_DEVICE ulong get_num_groups(uint d) {
    return d == 0 ? gridDim.x : gridDim.y;
}
APSP_DEVICE ulong get_global_id(uint d) {
    return get_group_id(d) * get_local_size(d) + get_local_id(d);
}

APSP_DEVICE uchar add_sat(uchar a, uchar b) {
    return static_cast<uchar>(smaller(a + b, UCHAR_MAX));
}

constexpr uint CLK_LOCAL_MEM_FENCE = 1, CLK_GLOBAL_MEM_FENCE = 2;
APSP_DEVICE void barrier(uint) {
    __syncthreads();
}

/// Elements by name, as far as kernels name them.
template <class T, int N>
struct Elements {
    T at[N];
};
template <class T>
struct Elements<T, 4> {
    union {
        T at[4];
        struct {
            T s0, s1, s2, s3;
        };
    };
};

/// N neighbours, moved in one access. Comparisons give 1 where they hold, not -1.
template <class T, int N>
struct alignas(sizeof(T) * N) Vector : Elements<T, N> {
    Vector() = default;
    __device__ __forceinline__ Vector(T each) {
#pragma unroll
        for (int i = 0; i < N; ++i) this->at[i] = each;
    }
#define APSP_OPERATOR(To, op)                                                                \
    friend __device__ __forceinline__ Vector<To, N> operator op(Vector left, Vector right) { \
        return each<To>(left, right, [](T a, T b) { return a op b; });                       \
    }
    APSP_OPERATOR(T, -)
    APSP_OPERATOR(bool, <)
#undef APSP_OPERATOR
    friend __device__ __forceinline__ Vector operator+(Vector left, Vector right) {
        return each<T>(
            left, right, [](T a, T b) { return a + b; },
            [](uint a, uint b) { return __vadd2(a, b); });
    }
};

/// `one` of each pair of elements; of shorts `two`, which takes two of them per argument.
template <class To, int N, class T, class One, class Two>
APSP_DEVICE Vector<To, N> each(Vector<T, N> a, Vector<T, N> b, One one, Two two) {
    Vector<To, N> c;
    if constexpr (std::is_same_v<T, short> && N % 2 == 0) {
#pragma unroll
        for (int i = 0; i < N; i += 2) {
            uint left, right;
            memcpy(&left, a.at + i, sizeof left);
            memcpy(&right, b.at + i, sizeof right);
            const uint both = two(left, right);
            memcpy(c.at + i, &both, sizeof both);
        }
    } else {
#pragma unroll
        for (int i = 0; i < N; ++i) c.at[i] = static_cast<To>(one(a.at[i], b.at[i]));
    }
    return c;
}
template <class To, int N, class T, class One>
APSP_DEVICE Vector<To, N> each(Vector<T, N> a, Vector<T, N> b, One one) {
    Vector<To, N> c;
#pragma unroll
    for (int i = 0; i < N; ++i) c.at[i] = static_cast<To>(one(a.at[i], b.at[i]));
    return c;
}

template <int N, class T>
APSP_DEVICE Vector<T, N> vload(ulong i, const T* from) {
    return reinterpret_cast<const Vector<T, N>*>(from)[i];
}
template <int N, class T>
APSP_DEVICE void vstore(Vector<T, N> v, ulong i, T* to) {
    reinterpret_cast<Vector<T, N>*>(to)[i] = v;
}

using cuda::larger;
using cuda::smaller;
template <class T, int N>
APSP_DEVICE Vector<T, N> smaller(Vector<T, N> left, Vector<T, N> right) {
    return each<T>(
        left, right, [](T a, T b) { return cuda::smaller(a, b); },
        [](uint a, uint b) { return __vmins2(a, b); });
}
template <class T, int N>
APSP_DEVICE Vector<T, N> larger(Vector<T, N> left, Vector<T, N> right) {
    return each<T>(
        left, right, [](T a, T b) { return cuda::larger(a, b); },
        [](uint a, uint b) { return __vmaxs2(a, b); });
}
template <int N>
APSP_DEVICE Vector<uchar, N> add_sat(Vector<uchar, N> left, Vector<uchar, N> right) {
    return each<uchar>(left, right, [](uchar a, uchar b) { return add_sat(a, b); });
}

template <int N>
APSP_DEVICE bool any(Vector<bool, N> a) {
    bool found = false;
#pragma unroll
    for (int i = 0; i < N; ++i) found |= a.at[i];
    return found;
}
template <class T, int N>
APSP_DEVICE Vector<T, N> select(Vector<bool, N> condition, Vector<T, N> a, Vector<T, N> b) {
#pragma unroll
    for (int i = 0; i < N; ++i) b.at[i] = condition.at[i] ? a.at[i] : b.at[i];
    return b;
}

template <class T>
APSP_DEVICE T min(T a, T b) {
    return b < a ? b : a;
}
template <class T>
APSP_DEVICE T max(T a, T b) {
    return b > a ? b : a;
}

APSP_DEVICE uint clz(uint a) {
    return static_cast<uint>(__clz(static_cast<int>(a)));
}
APSP_DEVICE long clz(long a) {
    return __clzll(a);
}
APSP_DEVICE uint popcount(uint a) {
    return static_cast<uint>(__popc(a));
}
APSP_DEVICE uint atomic_add(uint* to, uint more) {
    return atomicAdd(to, more);
}

}  // namespace apsp::cuda::opencl_c

#define __kernel __global__
#define __global
#define __local
#define restrict __restrict__
#define reqd_work_group_size(...) APSP_LAUNCH_BOUNDS(__VA_ARGS__)
#define APSP_LAUNCH_BOUNDS(x, y, z) launch_bounds((x) * (y) * (z))

#define INLINE static __device__ __forceinline__
#define LOCAL_MEMORY __shared__
#define VECTOR(type, width) Vector<type, (width)>
#define VLOAD(width) vload<(width)>
#define VSTORE(width) vstore<(width)>
#define SELECT(condition, a, b) select(condition, a, b)
