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
APSP_DEVICE ulong get_global_size(uint d) {
    return d == 0 ? ulong{gridDim.x} * blockDim.x : ulong{gridDim.y} * blockDim.y;
}
APSP_DEVICE ulong get_num_groups(uint d) {
    return d == 0 ? gridDim.x : gridDim.y;
}
APSP_DEVICE ulong get_global_id(uint d) {
    return get_group_id(d) * get_local_size(d) + get_local_id(d);
}

APSP_DEVICE uint bitselect(uint a, uint b, uint of_b) {
    return (a & ~of_b) | (b & of_b);
}
APSP_DEVICE uchar add_sat(uchar a, uchar b) {
    return static_cast<uchar>(smaller(a + b, UCHAR_MAX));
}

constexpr uint CLK_LOCAL_MEM_FENCE = 1, CLK_GLOBAL_MEM_FENCE = 2;
APSP_DEVICE void barrier(uint) {
    __syncthreads();
}

/// N neighbours, moved in one access. Comparisons give 1 where they hold, not -1.
template <class T, int N>
struct alignas(sizeof(T) * N) Vector {
    T at[N];

    Vector() = default;
    __device__ __forceinline__ Vector(T each) {
#pragma unroll
        for (int i = 0; i < N; ++i) at[i] = each;
    }
    template <class... More>
    __device__ __forceinline__ Vector(T a, T b, More... more) : at{a, b, static_cast<T>(more)...} {}
#define APSP_OPERATOR(To, op)                                                                \
    friend __device__ __forceinline__ Vector<To, N> operator op(Vector left, Vector right) { \
        return each<To>(left, right, [](T a, T b) { return a op b; });                       \
    }
    APSP_OPERATOR(T, -)
    APSP_OPERATOR(T, *)
    APSP_OPERATOR(T, &)
    APSP_OPERATOR(T, >>)
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

using ushort4 = Vector<ushort, 4>;

/// Names a vector without a comma, which would part arguments of macros.
template <int N>
struct Wide {
    template <class T>
    using Of = Vector<T, N>;
};

template <int N, class T>
APSP_DEVICE Vector<T, N> vload(ulong i, const T* from) {
    return reinterpret_cast<const Vector<T, N>*>(from)[i];
}
/// As a loop: of a constructor with each of them, nvcc makes one store per element.
template <int N, class T>
APSP_DEVICE Vector<T, N> neighbours(const T* from) {
    Vector<T, N> v;
#pragma unroll
    for (int i = 0; i < N; ++i) v.at[i] = from[i];
    return v;
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
/// See MIN_BITS of semiring.h; of floats only.
template <class A, class B>
APSP_DEVICE auto smaller_in_bits(A a, B b) {
    return smaller(a, b);
}
using cuda::smaller_in_bits;
template <int N>
APSP_DEVICE Vector<float, N> smaller_in_bits(Vector<float, N> left, Vector<float, N> right) {
    return each<float>(left, right, [](float a, float b) { return smaller_in_bits(a, b); });
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

APSP_DEVICE uint atomic_max(uint* to, uint other) {
    return atomicMax(to, other);
}
APSP_DEVICE void add_atomically(double* to, double more) {
    atomicAdd(to, more);
}
/// Of a group that is a warp.
APSP_DEVICE uint votes(bool own) {
    return __ballot_sync(0xffffffff, own);
}

// Of bytes in memory, two per word of 16 bits each.
APSP_DEVICE Vector<uint, 4> to_words(Vector<ushort, 4> memory) {
    Vector<uint, 4> words;
#pragma unroll
    for (int i = 0; i < 4; ++i) words.at[i] = __byte_perm(memory.at[i], 0, 0x4140);
    return words;
}
APSP_DEVICE Vector<ushort, 4> to_memory(Vector<uint, 4> words) {
    Vector<ushort, 4> memory;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        memory.at[i] = static_cast<ushort>(__byte_perm(words.at[i], 0, 0x4420));
    }
    return memory;
}

/// Moved by one instruction.
template <std::size_t kBytes>
using BitsOf = std::conditional_t<
    kBytes == 16, ::uint4,
    std::conditional_t<kBytes == 8, ::uint2, std::conditional_t<kBytes == 4, uint, ushort>>>;

/// Past the first-level cache.
template <class Cells>
APSP_DEVICE void stream(Cells* to, const Cells& cells) {
    using Bits = BitsOf<sizeof(Cells)>;
    static_assert(sizeof(Cells) == sizeof(Bits));
    Bits bits;
    memcpy(&bits, &cells, sizeof bits);
    __stcs(reinterpret_cast<Bits*>(to), bits);
}

/// Starts copying 16 bytes from global to local memory, past the first-level cache. Before compute
/// capability 8.0 the copy is synchronous.
APSP_DEVICE void copy_async(void* local, const void* global) {
#if __CUDA_ARCH__ >= 800
    const auto address = static_cast<uint>(__cvta_generic_to_shared(local));
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(address), "l"(global)
                 : "memory");
#else
    *static_cast<::uint4*>(local) = *static_cast<const ::uint4*>(global);
#endif
}
/// Ends a group of copies.
APSP_DEVICE void copy_commit() {
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.commit_group;" ::: "memory");
#endif
}
/// Waits for all but the last kPending of this thread's groups of copies.
template <int kPending>
APSP_DEVICE void copy_wait() {
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_group %0;" ::"n"(kPending) : "memory");
#endif
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
#define GROUP_OF(items) __launch_bounds__(items, RESIDENT)
#define COMPUTED_ONCE(pointer) asm("" : "+l"(pointer));
#define ROLLED _Pragma("unroll 1")
#define LOCAL_SCRATCH(type, name, count)             \
    extern __shared__ ::uint4 local_of_the_launch[]; \
    type* const name = reinterpret_cast<type*>(local_of_the_launch)
#define LOCAL_ARGUMENT(pointer, type)                \
    extern __shared__ ::uint4 local_of_the_launch[]; \
    pointer = reinterpret_cast<type*>(local_of_the_launch)
#define STREAM(to, value) stream(to, value)
#define COPY_ASYNC(to, from) copy_async(to, from)
#define COPY_COMMIT() copy_commit()
#define COPY_WAIT(pending) copy_wait<(pending)>()
#define VECTOR(type, width) Wide<(width)>::Of<type>
#define VECTOR2(type, a, b) (type(a, b))
#define VECTOR8(type, a, b, c, d, e, f, g, h) (type(a, b, c, d, e, f, g, h))
#define VECTOR4(type, a, b, c, d) (type(a, b, c, d))
#define NEIGHBOURS2(type, x, j) neighbours<2>((x) + (j))
#define NEIGHBOURS4(type, x, j) neighbours<4>((x) + (j))
#define ELEMENT(vector, i) ((vector).at[i])
#define VLOAD(width) vload<(width)>
#define VSTORE(width) vstore<(width)>
#define SELECT(condition, a, b) select(condition, a, b)
