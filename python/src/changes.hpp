// Graphs whose arcs change.
#pragma once

#include <nanobind/nanobind.h>

namespace apsp::python {

void add_changes(nanobind::module_& m);

}  // namespace apsp::python
