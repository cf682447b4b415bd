// Betweenness for Python, and numbers of shortest paths.
#pragma once

#include <nanobind/nanobind.h>

namespace apsp::python {

/// betweenness, ShortestPaths and path_counts.
void add_betweenness(nanobind::module_& m);

}  // namespace apsp::python
