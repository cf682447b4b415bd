// Enumerations that a table describes, with one row per enumerator, in order. Whatever depends on
// an enumerator is taken from its row, so that a new one cannot be forgotten in one place of many.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <type_traits>

#include "apsp/errors.hpp"

namespace apsp {

/// Whether row i describes enumerator i.
template <class Row, std::size_t kCount>
constexpr bool in_order(const std::array<Row, kCount>& rows) {
    for (std::size_t i = 0; i < kCount; ++i) {
        if (static_cast<std::size_t>(rows[i].value) != i) return false;
    }
    return true;
}

/// All enumerators of a table.
template <class Row, std::size_t kCount>
constexpr auto enumerators(const std::array<Row, kCount>& rows) {
    std::array<decltype(Row::value), kCount> all{};
    for (std::size_t i = 0; i < kCount; ++i) all[i] = rows[i].value;
    return all;
}

/// The enumerator's name; "?" for any other value.
template <class Row, std::size_t kCount>
constexpr std::string_view name_in(const std::array<Row, kCount>& rows,
                                   decltype(Row::value) value) {
    const auto index = static_cast<std::size_t>(value);
    return index < kCount ? rows[index].name : "?";
}

/// The enumerator of that name, if there is one.
template <class Row, std::size_t kCount>
constexpr auto parse_in(const std::array<Row, kCount>& rows, std::string_view text) {
    std::optional<decltype(Row::value)> found;
    for (const Row& row : rows) {
        if (row.name == text) found = row.value;
    }
    return found;
}

/// Calls `f` with the index as a constant, and returns what it returns.
template <std::size_t kCount, std::size_t kIndex = 0, class F>
constexpr decltype(auto) visit_index(std::size_t index, F&& f) {
    if constexpr (kIndex + 1 < kCount) {
        if (index != kIndex) return visit_index<kCount, kIndex + 1>(index, f);
    } else if (index != kIndex) {
        throw Error(ErrorKind::internal, "a value that is no enumerator");
    }
    return f(std::integral_constant<std::size_t, kIndex>{});
}

}  // namespace apsp
