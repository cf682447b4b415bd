// What may surprise about a result, a line on stderr each.
#pragma once

#include "cli/report.hpp"

namespace apsp::cli {

void print_notes(const Report& report);

}  // namespace apsp::cli
