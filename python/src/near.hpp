// Near pairs as compressed rows.
#pragma once

#include <nanobind/nanobind.h>

namespace apsp::python {

/// near_pairs and distance_table.
void add_near(nanobind::module_& m);

}  // namespace apsp::python
