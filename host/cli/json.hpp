// What commands print: one JSON object, and numbers in it and in text. Integers have no exponent or
// point, others nine digits in text. JSON has no infinities and no NaN, which become texts.
#pragma once

#include <fmt/core.h>

#include <cmath>
#include <cstdint>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

#include "apsp/devices.hpp"
#include "cli/progress.hpp"

namespace apsp::cli {

using Json = nlohmann::ordered_json;

inline bool is_plain_integer(double value) {
    return value == std::trunc(value) && std::abs(value) < 0x1p53;
}

inline Json json_number(double value) {
    if (is_plain_integer(value)) return static_cast<std::int64_t>(value);
    if (std::isnan(value)) return "nan";
    if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
    return value;
}

inline std::string plain(double value) {
    return is_plain_integer(value) ? fmt::format("{}", static_cast<std::int64_t>(value))
                                   : fmt::format("{:.9g}", value);
}

/// Which device it is.
inline Json identity(const Device& d) {
    return {{"index", d.index}, {"name", d.name}, {"platform", d.platform}, {"driver", d.driver}};
}

/// Names of files need not be UTF-8: bytes that are not are replaced.
inline void print_object(const Json& object) {
    constexpr auto kReplace = Json::error_handler_t::replace;
    std::cout << object.dump(2, ' ', false, kReplace) << '\n';
}

/// The same for a result, with all notes up to here.
inline void print_result(Json object) {
    object["notes"] = all_notes();
    print_object(object);
}

}  // namespace apsp::cli
