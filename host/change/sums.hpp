// Sums of distances in a type that holds them all, and which of them are distances.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "apsp/dtype.hpp"
#include "base/text.hpp"
#include "graph/rounding.hpp"
#include "graph/vertex_error.hpp"

namespace apsp {

template <class T>
using Sum = std::conditional_t<std::is_integral_v<T>, std::int64_t, double>;

/// No path. The sum of two of these fits, and is no path either.
template <class T>
constexpr Sum<T> no_sum() {
    if constexpr (std::is_integral_v<T>) {
        return std::numeric_limits<std::int64_t>::max() / 4;
    } else {
        return kInfinity;
    }
}

template <class T>
Sum<T> sum_of(T distance) {
    const auto sum = static_cast<Sum<T>>(distance);  // floats have infinity already
    return std::is_integral_v<T> && distance == infinity<T>() ? no_sum<T>() : sum;
}
/// The sum for a weight, as the distances' type rounds it. Integers far beyond all distances are
/// clamped.
template <class T>
Sum<T> sum_of_weight(double weight) {
    if (weight == kInfinity) return no_sum<T>();
    if constexpr (std::is_integral_v<T>) {
        return static_cast<Sum<T>>(std::clamp(weight, -0x1p50, 0x1p50));
    } else {
        return static_cast<Sum<T>>(static_cast<T>(weight));
    }
}

template <class T>
bool fits(Sum<T> sum) {
    const auto limit = static_cast<Sum<T>>(path_limit<T>());
    return sum <= limit && (std::is_unsigned_v<T> ? sum >= 0 : sum >= -limit);
}

/// @throws Error bad_input if the type of the distances does not hold the new weight of an arc
template <class T>
void check_weight(double weight, std::size_t i, std::size_t j) {
    const bool fraction = std::is_integral_v<T> && weight != std::trunc(weight);
    if (weight == kInfinity || (!fraction && fits<T>(sum_of_weight<T>(weight)))) return;
    throw VertexError(ErrorKind::bad_input, "changed arc", {i, j},
                      fmt::format(": {} cannot hold the weight {}; use SolveOptions::dtype for "
                                  "another type",
                                  name(kDtypeOf<T>), weight));
}

/// @throws Error bad_input
template <class T>
[[noreturn]] void refuse_distance(Sum<T> sum, std::size_t i, std::size_t j) {
    const bool widest = std::is_same_v<T, double>;
    throw VertexError(
        ErrorKind::bad_input, "the distance", {i, j},
        fmt::format(" would become {}; {} holds distances up to {:.10g}; {}", sum,
                    name(kDtypeOf<T>), path_limit<T>(),
                    widest ? "scale the weights" : "use SolveOptions::dtype for a wider type"));
}

/// The sum as a distance. @throws Error bad_input if the type does not hold it
template <class T>
T fitted(Sum<T> sum, std::size_t i, std::size_t j) {
    if (sum >= no_sum<T>() / 2) return infinity<T>();
    if (fits<T>(sum)) return static_cast<T>(sum);
    refuse_distance<T>(sum, i, j);
}

/// How far apart sums along the same path may be because of roundings alone.
struct Slack {
    double relative = 0;
    double absolute = 0;

    template <class S>
    bool tight(S sum, S distance) const {
        const double size = std::abs(static_cast<double>(distance));
        return static_cast<double>(sum - distance) <= relative * size + absolute;
    }
    /// Whether the sum is less than the distance, but for roundings.
    template <class S>
    bool shorter(S sum, S distance) const {
        return sum < distance || (relative > 0 && tight(sum, distance));
    }
};

}  // namespace apsp
