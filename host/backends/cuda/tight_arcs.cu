// Tight arcs from distances and weights: kernels_cl/tight_arcs.cl in CUDA.
#include "backends/cuda/kernels.hpp"
#include "backends/cuda/semiring.cuh"

namespace apsp::cuda {
namespace {

constexpr unsigned kWord = 32;  // rows, one bit each
constexpr unsigned kMarkThreads = 128;
constexpr unsigned kItems = 32;
constexpr unsigned kClasses = kItems;

/// One thread per column and word of rows.
template <class T>
__global__ void __launch_bounds__(kMarkThreads)
    mark(const T* __restrict__ all_weights, const T* __restrict__ distances, std::size_t ld,
         T no_path_from, T relative_slack, unsigned exact, unsigned* direct, unsigned* tight,
         unsigned* counts) {
    const std::size_t j = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const std::size_t word = blockIdx.y * blockDim.y + threadIdx.y, first = word * kWord;
    const T* const weights = all_weights + first * ld + j;
    const T* const d = distances + first * ld + j;
    unsigned equal = 0, near = 0;
#pragma unroll 8
    for (unsigned r = 0; r < kWord; ++r) {
        const T w = weights[r * ld], own = d[r * ld];
        const bool arc = w < no_path_from && first + r != j;
        equal |= static_cast<unsigned>(arc && w == own) << r;
        if constexpr (std::is_floating_point_v<T>) {
            const T slack = w * relative_slack;
            near |= static_cast<unsigned>(arc && w <= own + slack) << r;
        }
    }
    direct[j * (ld / kWord) + word] = equal;
    if (exact == 0) tight[j * (ld / kWord) + word] = near;
    const unsigned listed = exact != 0 ? equal : near;
    if (listed != 0) atomicAdd(counts + 2 * j, static_cast<unsigned>(__popc(listed)));
    if (equal != 0) atomicAdd(counts + 2 * j + 1, static_cast<unsigned>(__popc(equal)));
}

/// The class of an arc by how near its source is, in the order of TightArcs: the weight's power of
/// 2, or the last class for 0.
template <class T>
APSP_DEVICE unsigned class_of(T w, unsigned exact) {
    if (exact == 0) return 0;
    const auto length = static_cast<long long>(w);
    if (length <= 0) return kClasses - 1;
    const auto power = static_cast<unsigned>(63 - __clzll(length));
    return power < kClasses - 2 ? power : kClasses - 2;
}

/// Each block lists the arcs into a vertex.
template <class T>
__global__ void __launch_bounds__(kItems)
    list(const T* __restrict__ all_weights, const T* __restrict__ d, std::size_t ld, T no_path_from,
         unsigned exact, const unsigned* __restrict__ tight, const std::size_t* __restrict__ bounds,
         std::size_t first_column, unsigned* __restrict__ sources, T* __restrict__ weights,
         unsigned* circles) {
    __shared__ unsigned places[kClasses][kItems + 1];
    __shared__ unsigned sizes[kClasses];
    const unsigned x = threadIdx.x;
    const std::size_t j = first_column + blockIdx.x;
    const std::size_t begin = bounds[j] - bounds[first_column];
    const std::size_t words = ld / kWord, share = (words + kItems - 1) / kItems;
    const std::size_t own_first = x * share < words ? x * share : words;
    const std::size_t from = bounds[j] == bounds[j + 1] ? words : own_first;
    const std::size_t to = from + share < words ? from + share : words;
    for (unsigned c = 0; c < kClasses; ++c) places[c][x] = 0;

    bool circle = false;
    for (std::size_t word = from; word < to; ++word) {
        for (unsigned bits = tight[j * words + word]; bits != 0; bits &= bits - 1) {
            const std::size_t u = word * kWord + static_cast<unsigned>(__ffs(bits)) - 1;
            const T w = all_weights[u * ld + j], back = d[j * ld + u];
            ++places[class_of(w, exact)][x];
            circle = circle || (back < no_path_from && w + back == 0);
        }
    }
    if (circle) *circles = 1;
    __syncthreads();

    unsigned* const own = places[x];  // of class x
    unsigned size = 0;
    for (unsigned k = 0; k < kItems; ++k) {
        const unsigned count = own[k];
        own[k] = size;
        size += count;
    }
    sizes[x] = size;
    __syncthreads();
    unsigned before = 0;
    for (unsigned c = 0; c < x; ++c) before += sizes[c];
    for (unsigned k = 0; k < kItems; ++k) own[k] += before;
    __syncthreads();

    for (std::size_t word = from; word < to; ++word) {
        for (unsigned bits = tight[j * words + word]; bits != 0; bits &= bits - 1) {
            const std::size_t u = word * kWord + static_cast<unsigned>(__ffs(bits)) - 1;
            const T w = all_weights[u * ld + j];
            const std::size_t place = begin + places[class_of(w, exact)][x]++;
            sources[place] = static_cast<unsigned>(u);
            weights[place] = w;
        }
    }
}

}  // namespace

NamedKernels tight_arc_kernels(Dtype dtype) {
    return visit(dtype, [](auto zero) {
        using T = decltype(zero);
        return NamedKernels{{"mark", address(mark<T>), {{"WORD", kWord}}},
                            {"list", address(list<T>), {{"WORD", kWord}, {"ITEMS", kItems}}}};
    });
}

}  // namespace apsp::cuda
