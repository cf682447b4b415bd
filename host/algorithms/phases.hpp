// An update through one block of pivots as the literature's second and third phase: first the rows
// and columns of the pivots, which are operands, then the rest, which are not.
#pragma once

#include "algorithms/engine.hpp"

namespace apsp {

/// Calls phase_2(rows, columns) and phase_3(rows, columns) for the parts of D[rows, cols]. A gap in
/// `rows` must be `via`.
template <class Phase2, class Phase3>
void in_phases(const Rows& rows, Range via, Range cols, Phase2&& phase_2, Phase3&& phase_3) {
    const auto contains = [&](Range all) { return all.first <= via.first && via.last <= all.last; };
    const bool own_rows = contains(rows.all) && rows.gap.size() == 0;
    const Rows other_rows = own_rows ? Rows{rows.all, via} : rows;
    const Rows other_columns = contains(cols) ? Rows{cols, via} : Rows{cols};
    if (own_rows) phase_2(Rows{via}, other_columns);
    if (contains(cols)) phase_2(other_rows, Rows{via});
    phase_3(other_rows, other_columns);
}

}  // namespace apsp
