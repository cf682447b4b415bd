// The loops of row_kernels.hpp. This file is compiled once for each instruction set, and the
// compiler vectorizes the loops. Everything is in a namespace named after the set, so that the
// linker cannot merge a function compiled for one with its twin for another.
#include "apsp/dtype.hpp"
#include "base/all_dtypes.hpp"
#include "base/instruction_sets.hpp"
#include "change/row_kernels.hpp"

namespace apsp::APSP_ISA {
namespace {

/// x + y if y is a distance; otherwise something no shorter than no path.
template <bool kNegative, class T>
inline T path_length(T x, T y) {
    constexpr T kNone = infinity<T>();
    if constexpr (std::is_unsigned_v<T>) {
        const T most = static_cast<T>(kNone - x);
        return static_cast<T>((y < most ? y : most) + x);
    } else if constexpr (kNegative && std::is_integral_v<T>) {
        const T sum = static_cast<T>(x + y);
        return y == kNone ? kNone : sum;
    } else {
        return static_cast<T>(x + y);
    }
}

template <bool kNegative, class T>
void relax_row(T* __restrict row, T to, const T* __restrict onwards, std::size_t count) {
    for (std::size_t j = 0; j < count; ++j) {
        const T sum = path_length<kNegative>(to, onwards[j]);
        row[j] = sum < row[j] ? sum : row[j];
    }
}

template <bool kNegative, class T>
void relax_row_paths(T* __restrict row, std::int32_t* __restrict last, T to,
                     const T* __restrict onwards, const std::int32_t* __restrict last_onwards,
                     std::size_t count) {
    for (std::size_t j = 0; j < count; ++j) {
        const T sum = path_length<kNegative>(to, onwards[j]);
        const bool shorter = sum < row[j];
        row[j] = shorter ? sum : row[j];
        last[j] = shorter ? last_onwards[j] : last[j];
    }
}

template <class T>
bool find_tight(const T* __restrict row, T to, const T* __restrict onwards, std::size_t count,
                double relative, double absolute, unsigned char* __restrict found) {
    constexpr T kNone = infinity<T>();
    unsigned char any = 0;
    if constexpr (std::is_integral_v<T>) {
        for (std::size_t j = 0; j < count; ++j) {
            const T sum = path_length<false>(to, onwards[j]);
            const bool tight = (sum == row[j]) & (onwards[j] != kNone) & (row[j] != kNone);
            found[j] = static_cast<unsigned char>(found[j] | static_cast<unsigned char>(tight));
            any = static_cast<unsigned char>(any | static_cast<unsigned char>(tight));
        }
    } else {
        const T share = static_cast<T>(relative), slack = static_cast<T>(absolute);
        for (std::size_t j = 0; j < count; ++j) {
            const T size = row[j] < 0 ? -row[j] : row[j];
            const bool tight = (to + onwards[j] - row[j] <= share * size + slack) & (size < kNone);
            found[j] = static_cast<unsigned char>(found[j] | static_cast<unsigned char>(tight));
            any = static_cast<unsigned char>(any | static_cast<unsigned char>(tight));
        }
    }
    return any != 0;
}

template <class L>
L nearest_sum(const L* a, const L* b, std::size_t count) {
    constexpr L kNone = infinity<L>();
    constexpr L kMost = std::is_integral_v<L> ? std::numeric_limits<L>::max() : kNone;
    L least[kMinima];
    for (std::size_t k = 0; k < kMinima; ++k) least[k] = kMost;
    for (std::size_t x = 0; x < count; x += kMinima) {
        for (std::size_t k = 0; k < kMinima; ++k) {
            L sum = a[x + k] + b[x + k];
            if constexpr (std::is_integral_v<L>) {
                const bool none = (a[x + k] == kNone) | (b[x + k] == kNone);
                sum = none ? kMost : sum;
            }
            least[k] = sum < least[k] ? sum : least[k];
        }
    }
    L best = kMost;
    for (std::size_t k = 0; k < kMinima; ++k) best = least[k] < best ? least[k] : best;
    return best;
}

}  // namespace

template <class T>
RowKernels<T> make_row_kernels(bool negative) {
    if (negative)
        return {relax_row<true, T>, relax_row_paths<true, T>, find_tight<T>, nearest_sum<Lane<T>>};
    return {relax_row<false, T>, relax_row_paths<false, T>, find_tight<T>, nearest_sum<Lane<T>>};
}

#define APSP_ROW_LOOPS(T) template RowKernels<T> make_row_kernels(bool);
APSP_FOR_DTYPES(APSP_ROW_LOOPS)

}  // namespace apsp::APSP_ISA
