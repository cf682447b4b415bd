// Numbers that users type or files hold. What the C++ library lacks is read by other means, with
// the same result.
#include "base/parse_number.hpp"

#include <doctest/doctest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdio>
#include <limits>
#include <random>
#include <string>

#include "io/numbers.hpp"

using namespace apsp;

namespace {

constexpr double kUnset = -7;

/// What decimal_from_chars takes of a text, and the value, or why there is none.
std::string decimal(const std::string& text) {
    double value = kUnset;
    const auto [end, error] = decimal_from_chars(text.data(), text.data() + text.size(), value);
    const std::string taken = text.substr(0, static_cast<std::size_t>(end - text.data()));
    if (error != std::errc{}) CHECK(value == kUnset);
    if (error == std::errc::invalid_argument) return taken + " is none";
    if (error == std::errc::result_out_of_range) return taken + " is out of range";
    return taken + " is " + std::to_string(value);
}

TEST_CASE("numbers: decimals") {
    CHECK(decimal("1.5e1") == "1.5e1 is 15.000000");
    CHECK(decimal("-.5,") == "-.5 is -0.500000");
    CHECK(decimal("0x14") == "0 is 0.000000");
    CHECK(decimal("1e+") == "1 is 1.000000");
    for (const char* none : {"", "+1", " 1", ".", "-", "e1"}) CHECK(decimal(none) == " is none");
    for (const char* far : {"1e400", "-1e400", "1e-400", "2e-324", "0.1e-400", "1e99999999999"}) {
        CHECK(decimal(far) == std::string(far) + " is out of range");
    }
    CHECK(decimal("0.00e999") == "0.00e999 is 0.000000");
    CHECK(decimal("-infinity") == "-infinity is -inf");
    CHECK(decimal("inf") == "inf is inf");
    CHECK(decimal("nan") == "nan is nan");
    double least = 0, most = 0;
    CHECK((parse_whole("4e-324", least) && least == std::numeric_limits<double>::denorm_min()));
    CHECK((parse_whole("1.7976931348623158e308", most) &&
           most == std::numeric_limits<double>::max()));
}

TEST_CASE("numbers: hexadecimal floats are what printf wrote") {
    std::mt19937_64 bits(1);
    for (int k = 0; k < 2000; ++k) {
        const double value = std::bit_cast<double>(bits());
        if (!std::isfinite(value)) continue;
        std::array<char, 40> text{};
        std::snprintf(text.data(), text.size(), "%a", value);
        CAPTURE(text.data());
        CHECK(parse_hexadecimal(text.data()) == value);
        CHECK(parse_number(text.data(), NumberKind::real)->value == value);
    }
}

TEST_CASE("numbers: hexadecimal floats by hand") {
    CHECK(parse_hexadecimal("0x14") == 20.0);
    CHECK(parse_hexadecimal("-0X.8P+1") == -1.0);
    CHECK(parse_hexadecimal("0x1.p-1") == 0.5);
    CHECK(parse_hexadecimal("0x1.00000000000008p0") == 1.0);  // a tie
    CHECK(parse_hexadecimal("0x1.000000000000081p0") == 1 + 0x1p-52);
    CHECK(parse_hexadecimal("0x1.8p-1075") == 0x1p-1074);
    CHECK(parse_hexadecimal("0x0p9999") == 0.0);
    for (const char* none :
         {"", "-", "0x", "0xp1", "0x.p1", "0x1p", "0x1p+", "0x1p++1", "0x-1p1", "0x+1p1", "--0x1p1",
          "0x1..p1", "0x1p1.", "0xinf", "0xgp1", "1p1", "0x1p99999", "0x1p1024", "0x1p-1075"}) {
        CAPTURE(none);
        CHECK_FALSE(parse_hexadecimal(none));
    }
    // Only XML's weights may have no exponent.
    CHECK_FALSE(parse_number("0x14", NumberKind::real));
    CHECK_FALSE(is_number("0x14"));
    CHECK(is_number("0x14p0"));
}

}  // namespace
