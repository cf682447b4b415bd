// Betweenness for Python.
#pragma once

#include <nanobind/nanobind.h>

namespace apsp::python {

/// betweenness.
void add_betweenness(nanobind::module_& m);

}  // namespace apsp::python
