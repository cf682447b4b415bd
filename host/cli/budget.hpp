// Time that a command may take.
#pragma once

#include <string_view>

namespace apsp::cli {

/// Seconds of "60", "60s", "5m". @throws Error usage
double parse_budget(std::string_view text, std::string_view option = "--budget");

}  // namespace apsp::cli
