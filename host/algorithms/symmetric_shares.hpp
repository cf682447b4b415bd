// Blocked Kleene closure of a symmetric matrix that is dealt over several engines by its rows, with
// half the work.
//
// Of each row, only the part from the diagonal on is kept up to date: what lies left of it mirrors
// rows above. So the engine that has the pivots of a step first completes their rows. What mirrors
// rows of its own it transposes itself. Engines that have rows above send the rest, a column panel
// each: the step's columns of their rows, which they relax before the others and transpose. In rows
// below the pivots, the pivots' columns mirror the row panel. After the last step, all rows are
// completed in the same way.
//
// Shares are balanced if they have equal areas above the diagonal.
#pragma once

#include <cstddef>
#include <vector>

#include "algorithms/shares.hpp"

namespace apsp {

/// One engine's part. It has all columns; its column panels are for one engine each, that which has
/// the step's rows, if these are below its own. They are numbered as the steps, and from the number
/// of steps on once more, when all rows are completed.
struct SymmetricShare {
    struct Above {
        Range rows;
        Panels* columns;
    };
    Share share;
    Slab turned;               ///< For a column panel: a step's rows, and a column for each row.
    std::vector<Above> above;  ///< All engines that have rows above.
};

/// As kleene_share, for all steps.
double kleene_symmetric_share(const SymmetricShare& share, std::span<const Range> steps,
                              const Progress& progress);

}  // namespace apsp
