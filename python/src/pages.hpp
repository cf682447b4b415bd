// Pages to look at.
#pragma once

#include <nanobind/nanobind.h>

namespace apsp::python {

void add_pages(nanobind::module_& m);

}  // namespace apsp::python
