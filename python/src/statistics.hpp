// Statistics as Python has them.
#pragma once

#include <nanobind/nanobind.h>

#include "apsp/statistics.hpp"

namespace apsp::python {

/// By the names of apsp.Statistics.
nanobind::dict to_dict(const Statistics& statistics);

}  // namespace apsp::python
