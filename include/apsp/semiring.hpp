// Closed semirings over which the closure of a matrix is computed.
//
// M. Mohri, "Semiring frameworks and algorithms for shortest-distance problems", 2002.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "apsp/dtype.hpp"
#include "apsp/enumerators.hpp"

namespace apsp {

/// How the arcs of a path combine, and which of several paths is the best. "Plus" (over paths) and
/// "times" (along a path) of each semiring:
/// - `min_plus`: min, +: the shortest path.
/// - `max_min`: max, min: the widest path, by its narrowest arc.
/// - `min_max`: min, max: the path with the smallest bottleneck, by its largest arc.
/// - `max_times`: max, *: the most reliable path; weights are probabilities, 0 to 1.
/// - `or_and`: or, and: whether there is a path at all; weights do not matter.
enum class Semiring { min_plus, max_min, min_max, max_times, or_and };

/// A semiring's row. `zero` stands for "no path", `one` for the path without arcs.
struct SemiringTraits {
    enum class Operation { sum, smaller, larger, product };
    enum class Constant { nought, unit, no_path, top, bottom };  ///< See `zero` below.
    enum class Types { all, floats, truth };                     ///< `truth`: 0 or 1, as u8.

    Semiring value;
    std::string_view name;
    Operation plus, times;
    Constant zero, one;
    Types types;
};
inline constexpr auto kSemiringTraits = [] {
    using enum SemiringTraits::Operation;
    using enum SemiringTraits::Constant;
    using enum SemiringTraits::Types;
    return std::to_array<SemiringTraits>({
        {Semiring::min_plus, "min-plus", smaller, sum, no_path, nought, all},
        {Semiring::max_min, "max-min", larger, smaller, bottom, top, all},
        {Semiring::min_max, "min-max", smaller, larger, top, bottom, all},
        {Semiring::max_times, "max-times", larger, product, nought, unit, floats},
        {Semiring::or_and, "or-and", larger, smaller, nought, unit, truth},
    });
}();
static_assert(in_order(kSemiringTraits));

inline constexpr auto kSemirings = enumerators(kSemiringTraits);

constexpr const SemiringTraits& traits(Semiring semiring) {
    return kSemiringTraits[static_cast<std::size_t>(semiring)];
}

constexpr std::string_view name(Semiring semiring) {
    return name_in(kSemiringTraits, semiring);
}

constexpr std::optional<Semiring> parse_semiring(std::string_view text) {
    return parse_in(kSemiringTraits, text);
}

/// Calls `f` with the semiring as a constant, and returns what it returns.
/// @throws Error internal when `semiring` is no enumerator
template <class F>
constexpr decltype(auto) visit(Semiring semiring, F&& f) {
    return visit_index<kSemirings.size()>(
        static_cast<std::size_t>(semiring), [&](auto index) -> decltype(auto) {
            return f(std::integral_constant<Semiring, kSemirings[index]>{});
        });
}

/// Whether larger is better: then the largest of parallel arcs counts, not the smallest.
constexpr bool prefers_large(Semiring semiring) {
    return traits(semiring).plus == SemiringTraits::Operation::larger &&
           traits(semiring).types != SemiringTraits::Types::truth;
}

/// Whether the semiring exists in that type: `max_times` in f32 and f64, `or_and` in u8 (0 or 1),
/// the others in all types.
constexpr bool defined_in(Semiring semiring, Dtype dtype) {
    switch (traits(semiring).types) {
        case SemiringTraits::Types::all: return true;
        case SemiringTraits::Types::floats: return !is_integral(dtype);
        case SemiringTraits::Types::truth: return dtype == Dtype::u8;
    }
    return false;
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

template <class T>
constexpr T constant(SemiringTraits::Constant which) {
    switch (which) {
        case SemiringTraits::Constant::nought: return T{0};
        case SemiringTraits::Constant::unit: return T{1};
        case SemiringTraits::Constant::no_path: return infinity<T>();
        case SemiringTraits::Constant::top: return highest<T>();
        case SemiringTraits::Constant::bottom: return lowest<T>();
    }
    return T{0};
}

/// The semiring's zero: what stands for "no path".
template <class T>
constexpr T zero(Semiring semiring) {
    return constant<T>(traits(semiring).zero);
}

/// The semiring's one: the path without arcs, and so the diagonal.
template <class T>
constexpr T one(Semiring semiring) {
    return constant<T>(traits(semiring).one);
}

/// Sums of unsigned integers saturate; for those of other types see `infinity`.
template <class T>
constexpr T operate(SemiringTraits::Operation operation, T a, T b) {
    switch (operation) {
        case SemiringTraits::Operation::sum:
            if constexpr (std::is_unsigned_v<T>) {
                return b > highest<T>() - a ? highest<T>() : static_cast<T>(a + b);
            }
            return static_cast<T>(a + b);
        case SemiringTraits::Operation::smaller: return b < a ? b : a;
        case SemiringTraits::Operation::larger: return b > a ? b : a;
        case SemiringTraits::Operation::product: return static_cast<T>(a * b);
    }
    return a;
}

/// a (+) b: the better of two paths.
template <class T>
constexpr T plus(Semiring semiring, T a, T b) {
    return operate(traits(semiring).plus, a, b);
}

/// a (x) b: one path after the other.
template <class T>
constexpr T times(Semiring semiring, T a, T b) {
    return operate(traits(semiring).times, a, b);
}

}  // namespace apsp
