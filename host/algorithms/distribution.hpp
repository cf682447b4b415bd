// Who has which part of a matrix that is dealt over several engines, and the steps of its closure.
//
// Engines are a grid, numbered by its rows. All engines of a row of the grid have the same rows of
// the matrix, all of a column the same columns. A step's pivots go to an engine as a row panel of
// its columns' width and a column panel of its rows' height: with R x C engines n / C + n / R of
// them instead of n where everybody has whole rows. That is a grid of one column, and as good for
// few engines.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "apsp/matrix.hpp"

namespace apsp {

struct Grid {
    std::size_t rows = 1;
    std::size_t cols = 1;
};

/// For so many equal engines: of several columns from 9 on, if panels are smaller by a third.
Grid best_grid(std::size_t engines);

/// Rows, or columns, for each of several engines, whole blocks, in proportion to their rates; some
/// may get none.
std::vector<Range> deal(std::size_t all, std::size_t block, const std::vector<double>& rates);

/// Stripes of so many rows, the last one of what is left.
std::vector<Range> equal_stripes(Range all, std::size_t rows);

/// Steps of at most `block` pivots, none of which is cut by a stripe. `stripes` follow one another.
std::vector<Range> panel_steps(std::span<const Range> stripes, std::size_t block);

/// Which of the parts, in their order, has the pivots of each step.
std::vector<std::size_t> owners(const std::vector<Range>& steps, const std::vector<Range>& parts);

/// A matrix dealt over a grid. Ranges are with padding; some rows may be empty where the grid has
/// one column.
struct Distribution {
    Grid grid = {};
    std::vector<Range> rows = {};   ///< Of each row of the grid.
    std::vector<Range> cols = {};   ///< Of each column of the grid.
    std::vector<Range> steps = {};  ///< None is cut by anybody's rows, columns or stripes.

    std::size_t row_of(std::size_t engine) const { return engine / grid.cols; }
    std::size_t col_of(std::size_t engine) const { return engine % grid.cols; }
    /// The whole rows that each engine brings and gets back: those of a row of the grid have a
    /// slice of its rows each.
    std::vector<Range> slices() const;
    /// Sets `steps`, from the height of each engine's stripes and the pivots of a step.
    void cut_steps(const std::vector<std::size_t>& stripe_rows, std::size_t block);
};

/// Dealt equally over rows and columns, in whole blocks; false where somebody would have none.
bool deal_grid(Distribution& parts, std::size_t all, std::size_t block);

}  // namespace apsp
