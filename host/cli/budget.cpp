// See budget.hpp.
#include "cli/budget.hpp"

#include <fmt/core.h>

#include <charconv>
#include <cmath>

#include "apsp/errors.hpp"

namespace apsp::cli {

double parse_budget(std::string_view text, std::string_view option) {
    double seconds = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
    const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
    if (unit == "m") seconds *= 60;
    const bool known = unit.empty() || unit == "s" || unit == "m";
    if (error != std::errc{} || !known || !(seconds > 0) || !std::isfinite(seconds)) {
        throw Error(
            ErrorKind::usage,
            fmt::format("{} {}: expected seconds or minutes, as in 60s or 5m", option, text));
    }
    return seconds;
}

}  // namespace apsp::cli
