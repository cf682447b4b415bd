// See values.hpp.
#include "cli/values.hpp"

#include <cmath>
#include <sstream>
#include <utility>

namespace apsp::cli {
namespace {

/// The number that a text begins with, and the unit after it. The number is 0 if there is none.
std::pair<double, std::string_view> number_and_unit(std::string_view text) {
    double number = 0;
    const char* const last = text.data() + text.size();
    const auto [end, error] = decimal_from_chars(text.data(), last, number);
    if (error != std::errc{}) return {0, text};
    return {number, {end, static_cast<std::size_t>(last - end)}};
}

}  // namespace

std::vector<std::string> split(std::string_view list) {
    std::vector<std::string> names;
    std::istringstream stream{std::string(list)};
    for (std::string word; std::getline(stream >> std::ws, word, ',');) names.push_back(word);
    return names;
}

Value seconds(double& field) {
    return {[&field](const std::string& option, const std::string& text) {
        auto [seconds, unit] = number_and_unit(text);
        if (unit == "m") seconds *= 60;
        const bool known = unit.empty() || unit == "s" || unit == "m";
        if (!known || !(seconds > 0) || !std::isfinite(seconds)) {
            fail_usage("--{} {}: expected seconds or minutes, as in 60s or 5m", option, text);
        }
        field = seconds;
    }};
}

Value bytes(std::uint64_t& field) {
    return {[&field](const std::string& option, const std::string& text) {
        auto [bytes, unit] = number_and_unit(text);
        if (unit.ends_with("iB")) unit.remove_suffix(2);
        const std::size_t power = std::string_view("kKmMgGtT").find(unit) / 2;
        const bool known = unit.empty() || (unit.size() == 1 && power < 4);
        for (std::size_t i = 0; known && !unit.empty() && i <= power; ++i) bytes *= 1024;
        if (!known || !(bytes >= 1) || bytes > 0x1p62) {
            fail_usage("--{} {}: expected a size in bytes, as in 8G or 300M", option, text);
        }
        field = static_cast<std::uint64_t>(bytes);
    }};
}

}  // namespace apsp::cli
