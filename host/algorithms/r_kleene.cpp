// R-Kleene: the closure of a matrix by recursion on its quadrants.
//
//        | A  B |     A <- A*        (recursion)
//    D = |      |     B <- A B,  C <- C A,  D <- D + C B
//        | C  D |     D <- D*        (recursion)
//                     C <- D C,  B <- B D,  A <- A + B C
//
// The second and third product of each half are one: C <- C A and D <- D + C B share their rows and
// their intermediate vertices, and C A (A B) = C (A B) since A is closed. In a symmetric matrix,
// only the upper triangles of A and D are relaxed, and C is B mirrored.
//
// P. D'Alberto, A. Nicolau, "R-Kleene: a high-performance divide-and-conquer algorithm for the
// all-pair shortest path for densely connected networks", Algorithmica 47, 2007.
#include <algorithm>

#include "algorithms/algorithms.hpp"
#include "graph/padding.hpp"

namespace apsp {
namespace {

struct Recursion {
    Tiles& tiles;
    const Slab& matrix;
    std::size_t leaf;
    bool symmetric;
    const Progress& progress;

    void close(Range range) const {
        if (range.size() <= leaf) return close_leaf(range);
        const std::size_t half = padded(range.size() / 2);
        const Range upper = {range.first, range.first + half};
        const Range lower = {upper.last, range.last};

        close(upper);
        relax(upper, upper, lower);
        if (symmetric) {
            mirror(lower, upper);
            relax(lower, upper, lower, Part::upper);
            close(lower);
            relax(upper, lower, lower);
            mirror(lower, upper);
            relax(upper, lower, upper, Part::upper);
            mirror(upper, upper);
            return;
        }
        relax(lower, upper, range);
        close(lower);
        relax(lower, lower, upper);
        relax(upper, lower, range);
    }

    void close_leaf(Range range) const {
        if (symmetric) mirror(range, range);
        const std::size_t tile = tiles.blocks().back();
        for (std::size_t first = range.first; first < range.last; first += tile) {
            const Range pivots = {first, std::min(first + tile, range.last)};
            tiles.eliminate({matrix, {range}, range}, {matrix, {pivots}, pivots});
        }
        tell(progress, static_cast<double>(range.last) / static_cast<double>(matrix.rows));
    }

    void relax(Range rows, Range via, Range cols, Part part = Part::all) const {
        tiles.update({matrix, {rows}, cols}, {matrix, {rows}, via}, {matrix, {via}, cols}, part);
    }
    void mirror(Range rows, Range cols) const { tiles.mirror({matrix, {rows}, cols}); }
};

}  // namespace

void r_kleene(Tiles& tiles, const Slab& matrix, bool symmetric, const Progress& progress) {
    const std::size_t leaf = std::max(tiles.blocks().front(), kPadding);
    Recursion{tiles, matrix, leaf, symmetric, progress}.close({0, matrix.rows});
}

}  // namespace apsp
