// See tight_row.hpp.
#include "paths/tight_row.hpp"

#include <bit>
#include <type_traits>

#include "base/all_dtypes.hpp"
#include "base/packed_bits.hpp"

namespace apsp {
namespace {

/// The type in which elements of two types are compared exactly.
template <class A, class B>
using Comparable = std::conditional_t<
    std::is_integral_v<A> && std::is_integral_v<B>, std::int32_t,
    std::conditional_t<std::is_same_v<A, B>, A,
                       std::conditional_t<sizeof(A) + sizeof(B) <= 6, float, double>>>;

/// Compares weights and distances: 64 comparisons, in vectors, become the bits of a word. Bit k is
/// set if weights[k] is that of an arc and equals distances[k].
template <class W, class T>
std::uint64_t equal_bits(const W* weights, const T* distances) {
    using Common = Comparable<W, T>;
    unsigned char equal[64];
#pragma omp simd
    for (std::size_t k = 0; k < 64; ++k) {
        const bool same = static_cast<Common>(weights[k]) == static_cast<Common>(distances[k]);
        equal[k] = static_cast<unsigned char>(same & (weights[k] != infinity<W>()));
    }
    return packed_bits(equal);
}

}  // namespace

// Without branches: no processor can predict which arcs are tight.
template <class T>
std::size_t TightRow<T>::find(std::size_t i, const T* row) {
    const T far = static_cast<T>(rule_.no_path_from);
    const bool exact = rule_.exact;
    std::uint32_t* const targets = targets_.data();
    T* const weights = weights_.data();
    std::size_t count = 0;
    graph_.for_each_cost(i, [&](std::size_t j, double weight) {
        targets[count] = static_cast<std::uint32_t>(j);
        if constexpr (std::is_integral_v<T>) {
            weights[count] = row[j];
            count += weight == static_cast<double>(row[j]) && row[j] < far && j != i;
        } else {
            const T w = static_cast<T>(weight);
            weights[count] = w;
            const double slack = exact ? 0 : rule_.relative_slack * weight;
            const bool tight = static_cast<double>(w) <= static_cast<double>(row[j]) + slack;
            count += tight && w < far && j != i;
        }
    });
    return count;
}

template <class T>
std::size_t TightRow<T>::find_equal(std::size_t i, const T* row) {
    return visit(graph_.matrix()->dtype(), [&](auto sample) {
        using W = decltype(sample);
        const W* const graph_row = graph_.matrix()->row<W>(i).data();
        const T far = static_cast<T>(rule_.no_path_from);
        std::uint32_t* const targets = targets_.data();
        T* const weights = weights_.data();
        std::size_t count = 0;
        for (std::size_t first = 0; first < rule_.n; first += 64) {
            std::uint64_t bits = equal_bits(graph_row + first, row + first);
            if (const std::size_t left = rule_.n - first; left < 64) {
                bits &= (std::uint64_t{1} << left) - 1;  // without the padding
            }
            for (; bits != 0; bits &= bits - 1) {
                const std::size_t j = first + static_cast<std::size_t>(std::countr_zero(bits));
                targets[count] = static_cast<std::uint32_t>(j);
                weights[count] = row[j];
                count += row[j] < far && j != i;
            }
        }
        return count;
    });
}

#define APSP_TIGHT_ROW(T) template class TightRow<T>;
APSP_FOR_DTYPES(APSP_TIGHT_ROW)

}  // namespace apsp
