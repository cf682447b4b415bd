// A matrix of distances between changes of its graph: kernels_cl/change.cl in CUDA.
#include <type_traits>

#include "backends/change_shape.hpp"
#include "backends/cuda/formats.cuh"
#include "backends/cuda/kernels.hpp"

namespace apsp::cuda {
namespace {

/// Row i of the block, or the last row of all where there are fewer.
APSP_DEVICE unsigned row_of_block(unsigned i, unsigned count) {
    const unsigned row = blockIdx.y * kChangeRows + i;
    return row < count ? row : count - 1;
}
APSP_DEVICE std::size_t column_of_thread() {
    return (std::size_t{blockIdx.x} * kChangeGroup + threadIdx.x) * kChangeLanes;
}

template <class T>
constexpr T kNoPath = infinity<T>();

/// The sum of two signed integers does not show that one of them is no path, as the other may be
/// negative.
template <class T>
APSP_DEVICE bool is_path(T x) {
    return !std::is_integral_v<T> || std::is_unsigned_v<T> || x < kNoPath<T>;
}

/// Returns whether any element has become shorter.
template <class T>
APSP_DEVICE bool relax_all(T (&own)[kChangeLanes], T to, const T (&from)[kChangeLanes]) {
    using Word = std::conditional_t<std::is_integral_v<T>, int, T>;
    bool any = false;
#pragma unroll
    for (unsigned e = 0; e < kChangeLanes; ++e) {
        const bool is_sum = is_path(to) && is_path(from[e]);
        const Word old = own[e], through = is_sum ? sum<Word>(to, from[e]) : kNoPath<T>;
        any |= through < old;
        own[e] = static_cast<T>(smaller(old, through));
    }
    return any;
}

template <class T>
__global__ void __launch_bounds__(kChangeGroup)
    relax_rows(T* d, std::size_t ld, const unsigned* __restrict__ rows, unsigned count,
               unsigned depth, const T* __restrict__ left, const T* __restrict__ right) {
    const std::size_t j = column_of_thread();
    if (j >= ld) return;
    T* cells[kChangeRows];
    T own[kChangeRows][kChangeLanes];
    unsigned changed = 0;
#pragma unroll
    for (unsigned i = 0; i < kChangeRows; ++i) {
        cells[i] = d + rows[row_of_block(i, count)] * ld + j;
        read<kChangeLanes>(own[i], cells[i]);
    }
    for (unsigned a = 0; a < depth; ++a) {
        T to[kChangeRows], from[kChangeLanes];
        read<kChangeLanes>(from, right + a * ld + j);
#pragma unroll
        for (unsigned i = 0; i < kChangeRows; ++i) {
            to[i] = left[std::size_t{row_of_block(i, count)} * depth + a];
        }
#pragma unroll
        for (unsigned i = 0; i < kChangeRows; ++i) {
            changed |= relax_all(own[i], to[i], from) ? 1u << i : 0;
        }
    }
#pragma unroll
    for (unsigned i = 0; i < kChangeRows; ++i) {
        if ((changed >> i & 1) != 0) write<kChangeLanes>(cells[i], own[i]);
    }
}

template <class T>
__global__ void __launch_bounds__(kChangeGroup)
    take_rows(const T* __restrict__ d, std::size_t ld, const unsigned* __restrict__ rows,
              unsigned count, T* __restrict__ to) {
    const std::size_t j = column_of_thread();
    if (j >= ld) return;
    T own[kChangeRows][kChangeLanes];
#pragma unroll
    for (unsigned i = 0; i < kChangeRows; ++i) {
        read<kChangeLanes>(own[i], d + rows[row_of_block(i, count)] * ld + j);
    }
#pragma unroll
    for (unsigned i = 0; i < kChangeRows; ++i) {
        write<kChangeLanes>(to + row_of_block(i, count) * ld + j, own[i]);
    }
}

template <class T>
__global__ void __launch_bounds__(kChangeEdge* kChangeEdge)
    take_columns(const T* __restrict__ d, std::size_t ld, unsigned n,
                 const unsigned* __restrict__ columns, unsigned count, T* __restrict__ to) {
    const std::size_t c = std::size_t{blockIdx.x} * kChangeEdge + threadIdx.x;
    const std::size_t i = std::size_t{blockIdx.y} * kChangeEdge + threadIdx.y;
    if (c < count && i < n) to[i * count + c] = d[i * ld + columns[c]];
}

template <class T>
__global__ void __launch_bounds__(kChangeGroup)
    take_entries(const T* __restrict__ d, const std::size_t* __restrict__ places, std::size_t count,
                 T* __restrict__ to) {
    const std::size_t e = std::size_t{blockIdx.x} * kChangeGroup + threadIdx.x;
    if (e < count) to[e] = d[places[e]];
}

template <class T>
__global__ void __launch_bounds__(kChangeGroup)
    put_entries(T* __restrict__ d, const std::size_t* __restrict__ places, std::size_t count,
                const T* __restrict__ from) {
    const std::size_t e = std::size_t{blockIdx.x} * kChangeGroup + threadIdx.x;
    if (e < count) d[places[e]] = from[e];
}

}  // namespace

NamedKernels change_kernels(Dtype dtype) {
    return visit(dtype, [](auto zero) {
        using T = decltype(zero);
        const Defines defines = change_defines();
        return NamedKernels{{"relax_rows", address(relax_rows<T>), defines},
                            {"take_rows", address(take_rows<T>), defines},
                            {"take_columns", address(take_columns<T>), defines},
                            {"take_entries", address(take_entries<T>), defines},
                            {"put_entries", address(put_entries<T>), defines}};
    });
}

}  // namespace apsp::cuda
