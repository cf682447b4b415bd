// Views are what schedules work on. A view is a range of rows and a range of columns of a slab of
// device memory; the operands of one operation may lie in different slabs.
#pragma once

#include <algorithm>
#include <cstddef>

#include "apsp/matrix.hpp"

namespace apsp {

/// Memory of a device: rows of `ld` elements. DeviceMemory::allocate hands it out.
struct Slab {
    std::size_t id = 0;
    std::size_t rows = 0;
    std::size_t ld = 0;
    std::size_t first = 0;  ///< The matrix's row that is its first: the diagonal begins there.
};

/// Rows of the matrix, and the slab that has their part in an engine's columns.
struct Stripe {
    Range rows;
    Slab slab;
};

/// A range of rows with a gap in it, which may be empty.
struct Rows {
    Range all;
    Range gap = {};
    std::size_t size() const noexcept { return all.size() - gap.size(); }
};

/// A rectangle of a slab, by the slab's own rows and columns.
struct View {
    Slab slab;
    Rows rows;
    Range cols;
};

/// Which part of a rectangle an update has to relax: all of it, or what lies on or above the
/// matrix's diagonal (column >= row). An engine may relax more, up to whole tiles.
enum class Part { all, upper };

inline bool contains(Range all, Range part) {
    return all.first <= part.first && part.last <= all.last;
}
inline bool overlap(Range a, Range b) {
    return a.first < b.last && b.first < a.last;
}
/// The part of `part` that lies in `all`; if there is none, an empty range in `all`.
inline Range cut(Range part, Range all) {
    return {std::clamp(part.first, all.first, all.last),
            std::clamp(part.last, all.first, all.last)};
}
/// The same range, counted from another row.
inline Range shifted(Range range, std::size_t from, std::size_t to) {
    return {range.first - from + to, range.last - from + to};
}

/// The view that mirrors one without a gap at the matrix's diagonal.
inline View mirrored(const View& view) {
    const std::size_t first = view.slab.first;
    return {view.slab, {shifted(view.cols, first, 0)}, shifted(view.rows.all, 0, first)};
}

/// Whether both are the same place. Neither has a gap.
inline bool same(const View& a, const View& b) {
    return a.slab.id == b.slab.id && a.rows.all.first == b.rows.all.first &&
           a.rows.all.last == b.rows.all.last && a.cols.first == b.cols.first &&
           a.cols.last == b.cols.last;
}

/// Whether an update of `c` overwrites what it reads in `b`, so that it has to read a copy.
inline bool writes(const View& c, const View& b) {
    return c.slab.id == b.slab.id && overlap(c.rows.all, b.rows.all) &&
           !(c.rows.gap.size() != 0 && contains(c.rows.gap, b.rows.all)) && overlap(c.cols, b.cols);
}
/// The columns that an update of `c` leaves as they are, in tiles of `width` columns, the first of
/// which begins at column `first`: where c has the rows of b and the columns of a, it is closed.
/// Empty if there are none, or other than whole tiles.
inline Range closed_tiles(const View& c, const View& a, const View& b, std::size_t first,
                          std::size_t width) {
    const bool same_rows = c.rows.gap.size() == 0 && c.rows.all.first == b.rows.all.first &&
                           c.rows.all.last == b.rows.all.last;
    const bool within = c.slab.id == a.slab.id && contains(c.cols, a.cols);
    if (c.slab.id != b.slab.id || !same_rows || !within) return {};
    const Range square = shifted(a.cols, first, 0);
    if (square.first % width != 0 || square.last % width != 0) return {};
    return {square.first / width, square.last / width};
}

}  // namespace apsp
