// What computes. Every blocked algorithm is a schedule of two operations: closing a tile, and a
// product over the semiring that is accumulated into a rectangle,
//   C <- C (+) A (x) B.
// Operations return at once where the device runs beside the host, and take effect in the order of
// the calls.
#pragma once

#include <cstddef>
#include <span>

#include "algorithms/view.hpp"

namespace apsp {

class Tiles {
  public:
    virtual ~Tiles() = default;

    /// Sizes of blocks within blocks, descending; the last is what blocks are cut into to be
    /// eliminated. Each divides the one before it.
    virtual std::span<const std::size_t> blocks() const = 0;
    /// Edge of the tiles that those are closed by.
    virtual std::size_t tile() const { return blocks().back(); }

    /// The square becomes its closure: Floyd-Warshall inside one tile.
    virtual void close(const View& square) = 0;

    /// C <- C (+) A (x) B, as if from copies of A and B. Where C has rows of B, or columns of A,
    /// the square of those in A and in B must be closed: then it makes no difference in which order
    /// the parts of C are relaxed. `a` has the rows of `c`, gap and all; rows of `b` have no gap.
    /// Bounds of rows, and of the columns of `a`, are multiples of a tile, those of other columns
    /// of kPadding.
    virtual void update(const View& c, const View& a, const View& b, Part part) = 0;
    void update(const View& c, const View& a, const View& b) { update(c, a, b, Part::all); }

    /// to[i][j] <- from[j][i]; if `below`, only for places below the matrix's diagonal. The views
    /// have no gaps, and what is written is not read; bounds are multiples of a tile.
    virtual void transpose(const View& to, const View& from, bool below) = 0;
    void transpose(const View& to, const View& from) { transpose(to, from, false); }
    /// D[i][j] <- D[j][i] for the view's (i, j) below the diagonal, whose mirrors are in the slab.
    void mirror(const View& view) { transpose(view, mirrored(view), true); }

    /// After everything has been carried out.
    /// @throws Error no_device if it was not, after all
    virtual void finished() {}

    /// Look-ahead. Operations between the two calls come after all operations before them; later
    /// ones may run beside them, until the next mark. They concern a block's rows at most. Engines
    /// with one queue carry out everything in the order of the calls.
    virtual void begin_ahead() {}
    virtual void end_ahead() {}

    /// Closes `square`, whose rows are among those of `c`, and relaxes `c` through it, its own rows
    /// first. Engines that can do it in fewer launches than here, do.
    virtual void eliminate(const View& c, const View& square) {
        const View own = {c.slab, square.rows, c.cols};
        close(square);
        if (c.cols.size() > square.cols.size()) update(own, square, own);
        if (c.rows.size() == square.rows.size()) return;
        const Rows others = {c.rows.all, square.rows.all};
        update({c.slab, others, c.cols}, {c.slab, others, square.cols}, own);
    }
};

/// Floyd-Warshall, for engines of `fw`.
class Steps {
  public:
    virtual ~Steps() = default;
    /// D[i][j] <- D[i][j] (+) D[i][k] (x) D[k][j] for all i, j.
    virtual void relax(std::size_t k) = 0;
    /// All steps by launches of the engine's own; false, having done nothing, where they are the
    /// schedule's to do.
    /// @throws Error no_device when the device turns out not to be able to
    virtual bool relax_all() { return false; }
};

}  // namespace apsp
