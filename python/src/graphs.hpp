// Graphs from NumPy's arrays.
#pragma once

#include <nanobind/nanobind.h>

namespace apsp::python {

/// Graph, Reading, graph_from_csr, graph_from_dense and changed.
void add_graphs(nanobind::module_& m);

}  // namespace apsp::python
