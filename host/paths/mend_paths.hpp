// Turns predecessors that were chosen one by one into trees: on cycles of length 0 the choices may
// form a circle that never leads to the source.
#pragma once

#include <vector>

#include "apsp/matrix.hpp"
#include "paths/tight_arcs.hpp"

namespace apsp {

/// Marks the rows in which following predecessors does not always end in the source. If there may
/// be `circles`, all predecessors are followed; otherwise some may only be missing, because sums
/// are rounded. Empty if no row has to be mended. Looks only at the rule's rows. Takes O(n^2) at
/// most.
std::vector<char> rows_to_mend(const Matrix& distances, const TightRule& rule, bool circles,
                               const Matrix& predecessors);

/// Completes the marked rows from the vertices that are right, along tight arcs. A row takes O(n),
/// plus the number of tight arcs at its vertices that are not right.
void mend_paths(const Matrix& distances, const TightArcs& arcs, const std::vector<char>& rows,
                Matrix& predecessors);

}  // namespace apsp
