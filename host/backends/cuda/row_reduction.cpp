// See row_reduction.hpp.
#include "backends/cuda/row_reduction.hpp"

#include <type_traits>

#include "backends/cuda/kernels.hpp"
#include "graph/padding.hpp"

namespace apsp::cuda {
namespace {

template <class T>
std::vector<T> read(const Card& card, const Memory& memory, std::size_t n, cudaStream_t stream) {
    std::vector<T> values(n);
    card.check(cudaMemcpyAsync(values.data(), memory.data(), n * sizeof(T), cudaMemcpyDeviceToHost,
                               stream),
               "cudaMemcpyAsync");
    card.check(cudaStreamSynchronize(stream), "cudaStreamSynchronize");
    return values;
}

template <class T>
std::vector<RowReduction> reduce(const Card& card, const void* matrix, std::size_t n,
                                 double no_path, cudaStream_t stream) {
    using Sum = std::conditional_t<std::is_integral_v<T>, std::int64_t, double>;
    const Memory counts(card, n * sizeof(std::uint32_t), "sums of rows");
    const Memory largest(card, n * sizeof(T), "sums of rows");
    const Memory sums(card, n * sizeof(Sum), "sums of rows");
    card.check(reduce_rows(kDtypeOf<T>, matrix, padded(n), n, no_path, counts.data(),
                           largest.data(), sums.data(), stream),
               "the launch of reduce_rows");
    const auto all_counts = read<std::uint32_t>(card, counts, n, stream);
    const auto all_largest = read<T>(card, largest, n, stream);
    const auto all_sums = read<Sum>(card, sums, n, stream);
    std::vector<RowReduction> rows(n);
    for (std::size_t i = 0; i < n; ++i) {
        rows[i] = {all_counts[i], static_cast<double>(all_largest[i]),
                   static_cast<double>(all_sums[i])};
    }
    return rows;
}

}  // namespace

std::vector<RowReduction> reduce_rows(const Card& card, const void* matrix, std::size_t n,
                                      Dtype dtype, double no_path, cudaStream_t stream) {
    return visit(
        dtype, [&](auto zero) { return reduce<decltype(zero)>(card, matrix, n, no_path, stream); });
}

}  // namespace apsp::cuda
