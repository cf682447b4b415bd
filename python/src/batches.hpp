// Many small graphs at once.
#pragma once

#include <nanobind/nanobind.h>

namespace apsp::python {

/// Batch, BatchSolution and solve_batch.
void add_batches(nanobind::module_& m);

}  // namespace apsp::python
