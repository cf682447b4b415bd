// Predecessors that were chosen one by one, made into trees: where cycles have length 0 the choices
// of their vertices may form a circle that never leads to the source.
#pragma once

#include <vector>

#include "apsp/matrix.hpp"
#include "paths/tight_arcs.hpp"

namespace apsp {

/// For each row whether following predecessors does not always end in the source: where there may
/// be `circles`, all are followed; else only some may be missing, where sums are rounded. Empty
/// when no row has to be mended. Only the rule's rows are looked at. O(n^2), at most.
std::vector<char> rows_to_mend(const Matrix& distances, const TightRule& rule, bool circles,
                               const Matrix& predecessors);

/// Completes such rows from the vertices that are right, along tight arcs. O(n), and the number of
/// tight arcs at the vertices that are not, for each.
void mend_paths(const Matrix& distances, const TightArcs& arcs, const std::vector<char>& rows,
                Matrix& predecessors);

}  // namespace apsp
