// Tight arcs from distances and weights: kernels_cl/tight_arcs.cl in CUDA.
#include "backends/cuda/launch.cuh"
#include "backends/cuda/predecessors.hpp"
#include "backends/cuda/semiring.cuh"

namespace apsp::cuda {
namespace {

constexpr unsigned kWord = 32;  // rows, a bit each
constexpr unsigned kMarkColumns = 128;
constexpr unsigned kItems = 32;
constexpr unsigned kClasses = kItems;

/// The blocks are (columns / kMarkColumns, words of rows).
template <class T>
__global__ void __launch_bounds__(kMarkColumns) mark(const TightArcSearch s) {
    const std::size_t j = std::size_t{blockIdx.x} * kMarkColumns + threadIdx.x;
    const std::size_t word = blockIdx.y, first = word * kWord;
    const T* const weights = static_cast<const T*>(s.all_weights) + first * s.ld + j;
    const T* const d = static_cast<const T*>(s.distances) + first * s.ld + j;
    unsigned equal = 0, near = 0;
#pragma unroll 8
    for (unsigned r = 0; r < kWord; ++r) {
        const T w = weights[r * s.ld], own = d[r * s.ld];
        const bool arc = w < static_cast<T>(s.no_path_from) && first + r != j;
        equal |= static_cast<unsigned>(arc && w == own) << r;
        if constexpr (std::is_floating_point_v<T>) {
            const T slack = w * static_cast<T>(s.relative_slack);
            near |= static_cast<unsigned>(arc && w <= own + slack) << r;
        }
    }
    s.direct[j * (s.ld / kWord) + word] = equal;
    if (!s.exact) s.tight[j * (s.ld / kWord) + word] = near;
    const unsigned listed = s.exact ? equal : near;
    if (listed != 0) atomicAdd(s.counts + 2 * j, static_cast<unsigned>(__popc(listed)));
    if (equal != 0) atomicAdd(s.counts + 2 * j + 1, static_cast<unsigned>(__popc(equal)));
}

/// The class of an arc by how near its source is, as TightArcs orders them: its power of 2, the
/// last class for 0.
template <class T>
APSP_DEVICE unsigned class_of(const TightArcSearch& s, T w) {
    if (!s.exact) return 0;
    const auto length = static_cast<long long>(w);
    if (length <= 0) return kClasses - 1;
    const auto power = static_cast<unsigned>(63 - __clzll(length));
    return power < kClasses - 2 ? power : kClasses - 2;
}

/// Each block lists the arcs into a vertex.
template <class T>
__global__ void __launch_bounds__(kItems) list(const TightArcSearch s) {
    __shared__ unsigned places[kClasses][kItems + 1];
    __shared__ unsigned sizes[kClasses];
    const unsigned x = threadIdx.x;
    const std::size_t j = s.first_column + blockIdx.x, ld = s.ld;
    const std::size_t begin = s.bounds[j] - s.bounds[s.first_column];
    const std::size_t words = ld / kWord, share = (words + kItems - 1) / kItems;
    const std::size_t own_first = x * share < words ? x * share : words;
    const std::size_t from = s.bounds[j] == s.bounds[j + 1] ? words : own_first;
    const std::size_t to = from + share < words ? from + share : words;
    const T* const all_weights = static_cast<const T*>(s.all_weights);
    const T* const d = static_cast<const T*>(s.distances);
    const T far = static_cast<T>(s.no_path_from);
    for (unsigned c = 0; c < kClasses; ++c) places[c][x] = 0;

    bool circle = false;
    for (std::size_t word = from; word < to; ++word) {
        for (unsigned bits = s.tight[j * words + word]; bits != 0; bits &= bits - 1) {
            const std::size_t u = word * kWord + static_cast<unsigned>(__ffs(bits)) - 1;
            const T w = all_weights[u * ld + j], back = d[j * ld + u];
            ++places[class_of(s, w)][x];
            circle = circle || (back < far && w + back == 0);
        }
    }
    if (circle) *s.circles = 1;
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
        for (unsigned bits = s.tight[j * words + word]; bits != 0; bits &= bits - 1) {
            const std::size_t u = word * kWord + static_cast<unsigned>(__ffs(bits)) - 1;
            const T w = all_weights[u * ld + j];
            const std::size_t place = begin + places[class_of(s, w)][x]++;
            s.sources[place] = static_cast<unsigned>(u);
            static_cast<T*>(s.weights)[place] = w;
        }
    }
}

}  // namespace

cudaError_t launch_mark(Dtype dtype, const TightArcSearch& s, cudaStream_t stream) {
    return visit(dtype, [&](auto sample) {
        const Launch how = {static_cast<unsigned>(s.ld / kMarkColumns),
                            static_cast<unsigned>(s.ld / kWord), kMarkColumns, 0, stream};
        return launch(how, mark<decltype(sample)>, s);
    });
}

cudaError_t launch_list(Dtype dtype, const TightArcSearch& s, cudaStream_t stream) {
    return visit(dtype, [&](auto sample) {
        const Launch how = {static_cast<unsigned>(s.columns), 1, kItems, 0, stream};
        return launch(how, list<decltype(sample)>, s);
    });
}

cudaError_t load_tight_arcs(Dtype dtype) {
    return visit(dtype, [](auto sample) {
        using T = decltype(sample);
        return load({address(mark<T>), address(list<T>)});
    });
}

}  // namespace apsp::cuda
