// Statistics as a Python dictionary.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>
#include <vector>

#include "apsp/statistics.hpp"

namespace apsp::python {

/// The members of StatisticsOptions, in their order.
using StatisticsParts = std::tuple<bool, std::vector<double>, bool, std::vector<double>>;
inline StatisticsOptions options_of(const StatisticsParts& parts) {
    const auto& [harmonic, bounds, within, weights] = parts;
    return {harmonic, bounds, within, weights};
}

/// The keys are the names of apsp.Statistics.
nanobind::dict to_dict(const Statistics& statistics);

}  // namespace apsp::python
