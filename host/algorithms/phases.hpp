// An update through one block of pivots, as the second and third phase of the literature: first the
// rows and columns of the pivots, which are operands, then all others, which are not.
#pragma once

#include "algorithms/tiles.hpp"

namespace apsp {

/// The cells of a slab that a phase relaxes.
struct Cells {
    Slab slab;
    Rows rows;
    Rows columns;
    Part part = Part::all;
};

/// Tiles for engines that relax in phases and have no blocks larger than a tile. They need a matrix
/// in one slab, whose pivots have the same numbers as rows and as columns.
class PhasedTiles : public Tiles {
  public:
    explicit PhasedTiles(std::size_t tile) : tile_(tile) {}

    std::span<const std::size_t> blocks() const final { return {&tile_, 1}; }

    /// If the rows have a gap, it must be the pivots.
    void update(const View& c, const View&, const View& b, Part part) final {
        const Range via = b.rows.all;
        const bool own_rows = contains(c.rows.all, via) && c.rows.gap.size() == 0;
        const bool own_columns = contains(c.cols, via);
        const Rows rows = own_rows ? Rows{c.rows.all, via} : c.rows;
        const Rows columns = own_columns ? Rows{c.cols, via} : Rows{c.cols};
        if (own_rows) phase_2({c.slab, {via}, columns, part}, via);
        if (own_columns) phase_2({c.slab, rows, {via}, part}, via);
        phase_3({c.slab, rows, columns, part}, via);
    }

    void eliminate(const View& c, const View& square) final {
        close(square);
        update(c, {c.slab, c.rows, square.cols}, {c.slab, square.rows, c.cols}, Part::all);
    }

  protected:
    virtual void phase_2(const Cells& cells, Range via) = 0;
    virtual void phase_3(const Cells& cells, Range via) = 0;

    std::size_t tile_;  ///< Edge of a tile.
};

}  // namespace apsp
