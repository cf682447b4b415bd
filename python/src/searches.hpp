// Searches on the arrays of a sparse matrix as they are.
#pragma once

#include <nanobind/nanobind.h>

namespace apsp::python {

/// search_rows.
void add_searches(nanobind::module_& m);

}  // namespace apsp::python
