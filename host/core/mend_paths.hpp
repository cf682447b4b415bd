// Predecessors that were chosen one by one, made into trees: where cycles have length 0 the choices
// of their vertices may form a circle that never leads to the source.
#pragma once

#include "apsp/matrix.hpp"
#include "core/tight_arcs.hpp"

namespace apsp {

/// Rows in which following predecessors does not end in the source, or in which some are missing,
/// are completed from the vertices that are right, along tight arcs. O(n^2), and for such rows the
/// number of tight arcs at the vertices that are not.
void mend_paths(const Matrix& distances, const TightArcs& arcs, Matrix& predecessors);

}  // namespace apsp
