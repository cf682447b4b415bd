// Element types of matrices, and what "no path" is in each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <tuple>
#include <type_traits>

#include "apsp/enumerators.hpp"
#include "apsp/errors.hpp"

namespace apsp {

/// Element type of a matrix.
enum class Dtype { f32, f64, i32, i16, u8 };

/// A row of the table of types; T is the C++ type.
template <class T>
struct DtypeRow {
    using Type = T;
    Dtype value;
    std::string_view name;
};
inline constexpr std::tuple kDtypeRows = {
    DtypeRow<float>{Dtype::f32, "f32"},        DtypeRow<double>{Dtype::f64, "f64"},
    DtypeRow<std::int32_t>{Dtype::i32, "i32"}, DtypeRow<std::int16_t>{Dtype::i16, "i16"},
    DtypeRow<std::uint8_t>{Dtype::u8, "u8"},
};
inline constexpr std::size_t kDtypeCount = std::tuple_size_v<decltype(kDtypeRows)>;

/// The rows without their types.
struct DtypeTraits {
    Dtype value;
    std::string_view name;
    bool integral;
    bool is_signed;
};
inline constexpr auto kDtypeTraits = std::apply(
    [](auto... row) {
        return std::array{DtypeTraits{row.value, row.name,
                                      std::is_integral_v<typename decltype(row)::Type>,
                                      std::is_signed_v<typename decltype(row)::Type>}...};
    },
    kDtypeRows);
static_assert(in_order(kDtypeTraits));

inline constexpr auto kDtypes = enumerators(kDtypeTraits);

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
    return name_in(kDtypeTraits, dtype);
}

/// The type of that name, if there is one.
constexpr std::optional<Dtype> parse_dtype(std::string_view text) {
    return parse_in(kDtypeTraits, text);
}

constexpr bool is_integral(Dtype dtype) {
    return kDtypeTraits.at(static_cast<std::size_t>(dtype)).integral;
}

/// Whether there are values below 0.
constexpr bool is_signed(Dtype dtype) {
    return kDtypeTraits.at(static_cast<std::size_t>(dtype)).is_signed;
}

/// The enumerator of T. Does not compile for other types.
template <class T>
inline constexpr Dtype kDtypeOf = std::get<DtypeRow<T>>(kDtypeRows).value;

/// Calls `f` with a zero of the C++ type that `dtype` names, and returns what it returns.
/// @throws Error internal when `dtype` is no enumerator
template <class F>
constexpr decltype(auto) visit(Dtype dtype, F&& f) {
    return visit_index<kDtypeCount>(
        static_cast<std::size_t>(dtype), [&](auto index) -> decltype(auto) {
            using Row = std::tuple_element_t<index, std::remove_const_t<decltype(kDtypeRows)>>;
            return f(typename Row::Type{});
        });
}

/// Bytes of one element.
constexpr std::size_t size_of(Dtype dtype) {
    return visit(dtype, [](auto zero) { return sizeof zero; });
}

}  // namespace apsp
