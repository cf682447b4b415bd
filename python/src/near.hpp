// Near pairs as compressed rows.
#pragma once

#include <nanobind/nanobind.h>

namespace apsp::python {

/// near_pairs, distance_table and pair_paths.
void add_near(nanobind::module_& m);

}  // namespace apsp::python
