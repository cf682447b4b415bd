// Closed semirings over which the closure of a matrix is computed.
//
// M. Mohri, "Semiring frameworks and algorithms for shortest-distance problems", 2002.
#pragma once

#include <optional>
#include <string_view>

#include "apsp/dtype.hpp"

namespace apsp {

/// What of a path counts, and which of several paths is the best. "Plus" (over paths) and "times"
/// (along a path) of each:
/// - `min_plus`: min, +: the shortest path.
/// - `max_min`: max, min: the widest path, by its narrowest arc.
/// - `min_max`: min, max: the path with the smallest bottleneck, by its largest arc.
/// - `max_times`: max, *: the most reliable path; weights are probabilities, 0 to 1.
/// - `or_and`: or, and: whether there is a path at all; weights do not matter.
enum class Semiring { min_plus, max_min, min_max, max_times, or_and };

inline constexpr Semiring kSemirings[] = {Semiring::min_plus, Semiring::max_min, Semiring::min_max,
                                          Semiring::max_times, Semiring::or_and};

constexpr std::string_view name(Semiring semiring) {
    switch (semiring) {
        case Semiring::min_plus: return "min-plus";
        case Semiring::max_min: return "max-min";
        case Semiring::min_max: return "min-max";
        case Semiring::max_times: return "max-times";
        case Semiring::or_and: return "or-and";
    }
    return "?";
}

constexpr std::optional<Semiring> parse_semiring(std::string_view text) {
    for (Semiring semiring : kSemirings) {
        if (name(semiring) == text) return semiring;
    }
    return std::nullopt;
}

/// Whether larger is better: then the largest of parallel arcs counts, not the smallest.
constexpr bool prefers_large(Semiring semiring) {
    return semiring == Semiring::max_min || semiring == Semiring::max_times;
}

/// Whether the semiring exists in that type: `max_times` in f32 and f64, `or_and` in u8 (0 or 1),
/// the others in all types.
constexpr bool defined_in(Semiring semiring, Dtype dtype) {
    if (semiring == Semiring::max_times) return !is_integral(dtype);
    if (semiring == Semiring::or_and) return dtype == Dtype::u8;
    return true;
}

/// The ends of T's order: -+infinity; for signed integers -+max(), for u8 0 and 255.
template <class T>
constexpr T highest() {
    if constexpr (std::is_floating_point_v<T>) return std::numeric_limits<T>::infinity();
    return std::numeric_limits<T>::max();
}
template <class T>
constexpr T lowest() {
    if constexpr (std::is_unsigned_v<T>) return 0;
    return static_cast<T>(-highest<T>());
}

/// The semiring's zero: what stands for "no path".
template <class T>
constexpr T zero(Semiring semiring) {
    switch (semiring) {
        case Semiring::min_plus: return infinity<T>();
        case Semiring::max_min: return lowest<T>();
        case Semiring::min_max: return highest<T>();
        case Semiring::max_times: return T{0};
        case Semiring::or_and: return T{0};
    }
    return T{0};
}

/// The semiring's one: the path without arcs, and so the diagonal.
template <class T>
constexpr T one(Semiring semiring) {
    switch (semiring) {
        case Semiring::min_plus: return T{0};
        case Semiring::max_min: return highest<T>();
        case Semiring::min_max: return lowest<T>();
        case Semiring::max_times: return T{1};
        case Semiring::or_and: return T{1};
    }
    return T{0};
}

/// a (+) b: the better of two paths.
template <class T>
constexpr T plus(Semiring semiring, T a, T b) {
    switch (semiring) {
        case Semiring::min_plus:
        case Semiring::min_max: return b < a ? b : a;
        default: return b > a ? b : a;
    }
}

/// a (x) b: one path after the other. Integers of min_plus: see `infinity`.
template <class T>
constexpr T times(Semiring semiring, T a, T b) {
    switch (semiring) {
        case Semiring::min_plus:
            if constexpr (std::is_unsigned_v<T>) {
                return b > highest<T>() - a ? highest<T>() : static_cast<T>(a + b);
            }
            return static_cast<T>(a + b);
        case Semiring::max_times: return static_cast<T>(a * b);
        case Semiring::min_max: return b > a ? b : a;
        default: return b < a ? b : a;
    }
}

}  // namespace apsp
