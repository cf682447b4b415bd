// What an element type does not hold exactly.
#pragma once

#include "apsp/solve.hpp"

namespace apsp {

/// Whether some weight is below the normal numbers of the type, and not 0.
bool underflows(const Graph& graph, Dtype dtype);

/// Looks at weights until one is rounded.
Losses losses(const Graph& graph, Semiring semiring, Dtype dtype);

/// Whether integers of up to this magnitude are rounded.
bool rounds_integers(Dtype dtype, double largest);

}  // namespace apsp
