// How statistics are printed.
#pragma once

#include <nlohmann/json.hpp>

#include "apsp/labels.hpp"
#include "apsp/statistics.hpp"

namespace apsp::cli {

/// Without the vertices' own, which --stats-output writes.
nlohmann::ordered_json to_json(const Statistics& statistics, const Labels& labels, double seconds);
void print_text(const Statistics& statistics, const Labels& labels);

}  // namespace apsp::cli
