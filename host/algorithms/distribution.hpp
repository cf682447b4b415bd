// Which engine holds which part of a matrix that is dealt over several engines, and the steps of
// its closure.
//
// Engines form a grid and are numbered row by row. All engines in a row of the grid hold the same
// rows of the matrix, and all in a column hold the same columns. In each step an engine receives
// the pivots as a row panel, as wide as its columns, and a column panel, as high as its rows. With
// R x C engines these have n / C + n / R elements per pivot, instead of n if every engine holds
// whole rows. The latter is a grid of one column, and as good for few engines.
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

/// The grid for equally fast engines. It has several columns only from 9 engines on, and only if
/// that makes panels smaller by a third.
Grid best_grid(std::size_t engines);

/// Deals rows, or columns, to several engines in whole blocks and in proportion to their rates.
/// Some engines may get none.
std::vector<Range> deal(std::size_t all, std::size_t block, const std::vector<double>& rates);
/// The same for rows of a square of which only what is above the diagonal counts.
std::vector<Range> deal_triangle(std::size_t all, std::size_t block,
                                 const std::vector<double>& rates);

/// Stripes of `rows` rows; the last one may be smaller.
std::vector<Range> equal_stripes(Range all, std::size_t rows);

/// Steps of at most `block` pivots that do not cross the bounds of stripes. `stripes` follow one
/// another.
std::vector<Range> panel_steps(std::span<const Range> stripes, std::size_t block);

/// For each step, the index of the part that has its pivots. `parts` are in order.
std::vector<std::size_t> owners(const std::vector<Range>& steps, const std::vector<Range>& parts);

/// A matrix dealt over a grid. Ranges include padding. If the grid has one column, some ranges of
/// rows may be empty.
struct Distribution {
    Grid grid = {};
    std::vector<Range> rows = {};   ///< For each row of the grid.
    std::vector<Range> cols = {};   ///< For each column of the grid.
    std::vector<Range> steps = {};  ///< None crosses the bounds of rows, columns or stripes.

    std::size_t row_of(std::size_t engine) const { return engine / grid.cols; }
    std::size_t col_of(std::size_t engine) const { return engine % grid.cols; }
    /// The whole rows that each engine brings and gets back: each engine in a row of the grid has a
    /// slice of that row's range.
    std::vector<Range> slices() const;
    /// Sets `steps` from the height of each engine's stripes and the number of pivots per step.
    void cut_steps(const std::vector<std::size_t>& stripe_rows, std::size_t block);
};

/// Deals rows and columns equally, in whole blocks. Returns false if an engine would get none.
bool deal_grid(Distribution& parts, std::size_t all, std::size_t block);

}  // namespace apsp
