// The loops along rows of changed distances, for each instruction set.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace apsp {

/// The type in which vectors of distances and weights are added.
template <class T>
using Lane = std::conditional_t<std::is_integral_v<T>, std::int32_t, T>;

/// `to` is a distance. If it may be below 0, integers need another loop, because the sum of it and
/// no path must not become a distance.
template <class T>
struct RowKernels {
    /// row[j] <- row[j] (+) to (x) onwards[j]
    void (*relax)(T* row, T to, const T* onwards, std::size_t count);
    /// The same, with last[j] <- last_onwards[j] where that is shorter.
    void (*relax_paths)(T* row, std::int32_t* last, T to, const T* onwards,
                        const std::int32_t* last_onwards, std::size_t count);
    /// found[j] <- 1 where to (x) onwards[j] is at most relative * |row[j]| + absolute more than
    /// row[j], and both are distances; integers must be equal. Returns whether there is one.
    bool (*tight)(const T* row, T to, const T* onwards, std::size_t count, double relative,
                  double absolute, unsigned char* found);
    /// The smallest a[k] (x) b[k], of either sign; the largest number if there is none. The count
    /// is a multiple of kMinima.
    Lane<T> (*nearest)(const Lane<T>* a, const Lane<T>* b, std::size_t count);
};
inline constexpr std::size_t kMinima = 64;  // as many run side by side

/// The kernels for distances `to` that may be below 0, or not, in the best instruction set that
/// this build and this processor have.
template <class T>
const RowKernels<T>& row_kernels(bool negative);

}  // namespace apsp
