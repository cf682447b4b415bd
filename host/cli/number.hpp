// Doubles in reports: integers without exponent or point, else nine digits in text. JSON has no
// infinities and no NaN, which become texts.
#pragma once

#include <fmt/core.h>

#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

namespace apsp::cli {

inline bool is_plain_integer(double value) {
    return value == std::trunc(value) && std::abs(value) < 0x1p53;
}

inline nlohmann::ordered_json number(double value) {
    if (is_plain_integer(value)) return static_cast<std::int64_t>(value);
    if (std::isnan(value)) return "nan";
    if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
    return value;
}

inline std::string plain(double value) {
    return is_plain_integer(value) ? fmt::format("{}", static_cast<std::int64_t>(value))
                                   : fmt::format("{:.9g}", value);
}

}  // namespace apsp::cli
