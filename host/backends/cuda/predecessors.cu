// Predecessors from distances and tight arcs: kernels_cl/predecessors_gpu.cl in CUDA. Rows of the
// matrix are the lanes of warps.
#include "backends/cuda/kernels.hpp"
#include "backends/cuda/semiring.cuh"
#include "backends/predecessor_parts.hpp"

namespace apsp::cuda {
namespace {

constexpr unsigned kLanes = static_cast<unsigned>(kPredecessorLanes);
constexpr unsigned kGroupRows = 8;

/// The grid is (columns / kLanes, blocks of rows); blocks have kLanes x kGroupRows threads.
template <class T>
__global__ void __launch_bounds__(kLanes* kGroupRows)
    turn(const T* __restrict__ d, std::size_t ld, std::size_t first_row, T* __restrict__ turned) {
    __shared__ T square[kLanes][kLanes + 1];
    const unsigned x = threadIdx.x;
    const std::size_t column = std::size_t{blockIdx.x} * kLanes;
    const T* const from = d + (first_row + std::size_t{blockIdx.y} * kLanes) * ld + column;
    T* const to = turned + (std::size_t{blockIdx.y} * ld + column) * kLanes;
    for (unsigned y = threadIdx.y; y < kLanes; y += kGroupRows) {
        square[y][x] = from[y * ld + x];
    }
    __syncthreads();
    for (unsigned y = threadIdx.y; y < kLanes; y += kGroupRows) {
        to[y * kLanes + x] = square[x][y];
    }
}

/// One row's distances, and the arcs into a vertex. Sums of small integers are ints.
template <class T>
struct List {
    const T* beside;
    const unsigned* sources;
    const T* weights;

    __device__ __forceinline__ T to(std::size_t a) const {
        return beside[std::size_t{sources[a]} * kLanes];
    }
    __device__ __forceinline__ auto sum(std::size_t a) const { return to(a) + weights[a]; }
};

/// The source of the first arc whose sum equals the distance. Four arcs at a time keep more loads
/// in flight.
template <class T>
APSP_DEVICE int find_equal(const List<T>& list, std::size_t a, std::size_t end, T wanted) {
    int p = -1;
    for (; a + 4 <= end && p < 0; a += 4) {
        const auto s0 = list.sum(a), s1 = list.sum(a + 1), s2 = list.sum(a + 2),
                   s3 = list.sum(a + 3);
        p = s3 == wanted ? static_cast<int>(list.sources[a + 3]) : p;
        p = s2 == wanted ? static_cast<int>(list.sources[a + 2]) : p;
        p = s1 == wanted ? static_cast<int>(list.sources[a + 1]) : p;
        p = s0 == wanted ? static_cast<int>(list.sources[a]) : p;
    }
    for (; a < end && p < 0; ++a) p = list.sum(a) == wanted ? static_cast<int>(list.sources[a]) : p;
    return p;
}

/// The source of the arc with the least sum, if that is near enough to the distance; for floats,
/// whose sums round. None if only a source that is no nearer has it: predecessors must not form a
/// cycle.
template <class T>
APSP_DEVICE int find_least(const List<T>& list, std::size_t a, std::size_t end, T wanted,
                           T relative_slack) {
    T least = wanted + wanted * relative_slack, least_of_all = least;
    int p = -1;
    for (; a < end; ++a) {
        const T to_u = list.to(a);
        const T sum = to_u + list.weights[a];
        const bool better = sum <= least && to_u < wanted;
        least = better ? sum : least;
        p = better ? static_cast<int>(list.sources[a]) : p;
        least_of_all = sum < least_of_all ? sum : least_of_all;
    }
    return least <= least_of_all ? p : -1;
}

/// The grid is (columns / kLanes, blocks of rows), from `first_column` and `first_row` on.
template <class T>
__global__ void __launch_bounds__(kLanes* kGroupRows)
    search(const T* __restrict__ turned, std::size_t ld, std::size_t first_row,
           std::size_t first_column, const std::size_t* __restrict__ lists,
           const unsigned* __restrict__ sources, const T* __restrict__ weights,
           const unsigned* __restrict__ direct, std::size_t direct_words, T no_path_from,
           T relative_slack, unsigned exact, int* __restrict__ p, std::size_t p_offset) {
    __shared__ int square[kLanes][kLanes + 1];
    const unsigned x = threadIdx.x;
    const std::size_t block = blockIdx.y;
    const std::size_t column = first_column + std::size_t{blockIdx.x} * kLanes;
    const std::size_t row = first_row + block * kLanes, base = lists[first_column];
    const List<T> list = {turned + block * ld * kLanes + x, sources, weights};
    for (unsigned y = threadIdx.y; y < kLanes; y += kGroupRows) {
        const std::size_t j = column + y;
        const T wanted = list.beside[j * kLanes];
        const unsigned bits = direct[j * direct_words + row / 32];
        int own = (bits >> x & 1u) != 0 ? static_cast<int>(row + x) : -1;
        if (own < 0 && j != row + x && wanted < no_path_from) {
            const std::size_t first = lists[j] - base, last = lists[j + 1] - base;
            if constexpr (std::is_floating_point_v<T>) {
                own = exact != 0 ? find_equal(list, first, last, wanted)
                                 : find_least(list, first, last, wanted, relative_slack);
            } else {
                own = find_equal(list, first, last, wanted);
            }
        }
        square[y][x] = own;
    }
    __syncthreads();
    for (unsigned y = threadIdx.y; y < kLanes; y += kGroupRows) {
        p[p_offset + (block * kLanes + y) * ld + column + x] = square[x][y];
    }
}

}  // namespace

NamedKernels predecessor_kernels(Dtype dtype) {
    return visit(dtype, [](auto zero) {
        using T = decltype(zero);
        const Defines defines = {{"LANES", kLanes}, {"GROUP_ROWS", kGroupRows}};
        return NamedKernels{{"turn", address(turn<T>), defines},
                            {"search", address(search<T>), defines}};
    });
}

}  // namespace apsp::cuda
