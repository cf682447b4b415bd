// Statistics as a Python dictionary.
#pragma once

#include <nanobind/nanobind.h>

#include "apsp/statistics.hpp"

namespace apsp::python {

/// The keys are the names of apsp.Statistics.
nanobind::dict to_dict(const Statistics& statistics);

}  // namespace apsp::python
