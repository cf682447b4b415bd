// Element types of matrices, and what "no path" is in each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <type_traits>

#include "apsp/errors.hpp"

namespace apsp {

/// Element type of a matrix.
enum class Dtype { f32, f64, i32, i16, u8 };

inline constexpr Dtype kDtypes[] = {Dtype::f32, Dtype::f64, Dtype::i32, Dtype::i16, Dtype::u8};

/// The distance that stands for "no path": IEEE +infinity; for signed integers a sentinel so far
/// below overflow that the sum of two of them still fits (i32: 2^30 - 1 = 1073741823, i16: 16383);
/// for u8, whose sums are taken with saturation or in 16 bits, 255.
template <class T>
constexpr T infinity() {
    if constexpr (std::is_floating_point_v<T>) {
        return std::numeric_limits<T>::infinity();
    } else if constexpr (std::is_signed_v<T>) {
        return std::numeric_limits<T>::max() / 2;
    } else {
        return std::numeric_limits<T>::max();
    }
}

/// The largest distance that T holds.
template <class T>
constexpr double path_limit() {
    return std::is_floating_point_v<T> ? static_cast<double>(std::numeric_limits<T>::max())
                                       : static_cast<double>(infinity<T>()) - 1;
}

/// Name as in NumPy's short form: "f32", "f64", "i32", "i16", "u8".
constexpr std::string_view name(Dtype dtype) {
    switch (dtype) {
        case Dtype::f32: return "f32";
        case Dtype::f64: return "f64";
        case Dtype::i32: return "i32";
        case Dtype::i16: return "i16";
        case Dtype::u8: return "u8";
    }
    return "?";
}

/// The type of that name, if there is one.
constexpr std::optional<Dtype> parse_dtype(std::string_view text) {
    for (Dtype dtype : kDtypes) {
        if (name(dtype) == text) return dtype;
    }
    return std::nullopt;
}

constexpr bool is_integral(Dtype dtype) {
    return dtype != Dtype::f32 && dtype != Dtype::f64;
}

template <class T>
inline constexpr Dtype kDtypeOf = std::is_same_v<T, float>          ? Dtype::f32
                                  : std::is_same_v<T, double>       ? Dtype::f64
                                  : std::is_same_v<T, std::int32_t> ? Dtype::i32
                                  : std::is_same_v<T, std::int16_t> ? Dtype::i16
                                                                    : Dtype::u8;

/// Calls `f` with a zero of the C++ type that `dtype` names, and returns what it returns.
template <class F>
decltype(auto) visit(Dtype dtype, F&& f) {
    switch (dtype) {
        case Dtype::f32: return f(float{});
        case Dtype::f64: return f(double{});
        case Dtype::i32: return f(std::int32_t{});
        case Dtype::i16: return f(std::int16_t{});
        case Dtype::u8: return f(std::uint8_t{});
    }
    throw Error(ErrorKind::internal, "unknown element type");
}

/// Bytes of one element.
inline std::size_t size_of(Dtype dtype) {
    return visit(dtype, [](auto zero) { return sizeof zero; });
}

}  // namespace apsp
