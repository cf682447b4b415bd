// OpenCL C's words in CUDA, as far as the kernels of kernels_cl use them, and what dialect.h spells
// differently. Include it after all other headers: it defines macros that are short words.
#pragma once

#include <climits>
#include <cmath>

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

/// N neighbours, moved in one access.
template <class T, int N>
struct alignas(sizeof(T) * N) Vector : Elements<T, N> {
    Vector() = default;
    __device__ __forceinline__ Vector(T each) {
#pragma unroll
        for (int i = 0; i < N; ++i) this->at[i] = each;
    }
};

/// One element of the results after the other.
template <class To, int N, class T, class F>
APSP_DEVICE Vector<To, N> each(Vector<T, N> a, Vector<T, N> b, F f) {
    Vector<To, N> c;
#pragma unroll
    for (int i = 0; i < N; ++i) c.at[i] = static_cast<To>(f(a.at[i], b.at[i]));
    return c;
}

using cuda::larger;
using cuda::smaller;

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
APSP_DEVICE uchar add_sat(uchar a, uchar b) {
    return static_cast<uchar>(smaller(a + b, UCHAR_MAX));
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
