// The statistics of a solve in its report, without those of single vertices, which --stats-output
// writes.
#pragma once

#include <nlohmann/json.hpp>

#include "apsp/labels.hpp"
#include "apsp/solve.hpp"

namespace apsp::cli {

/// Null if none were asked for.
nlohmann::ordered_json statistics_json(const Solution& solution, const Labels& labels);
void print_statistics(const Statistics& statistics, const Labels& labels);

}  // namespace apsp::cli
