// Blocked Kleene closure: three-phase Floyd-Warshall, with blocks inside blocks.
//
// For each block of pivots: close its diagonal square and relax its rows through it, then relax all
// other rows through those. The block's columns need no phase of their own: the last phase covers
// them, since the square is closed. A block's own rows take the same steps with smaller blocks, so
// that nearly all the work is products with many pivots, and only tiles are closed.
//
// A symmetric matrix keeps only its upper triangle up to date between blocks: the block's rows and
// columns are completed by mirroring, and the products leave the lower triangle out.
//
// G. Venkataraman, S. Sahni, S. Mukhopadhyaya, "A blocked all-pairs shortest-paths algorithm", JEA
// 8, 2003; G. J. Katz, J. T. Kider, "All-pairs shortest-paths for large graphs on the GPU", 2008.
#include <algorithm>
#include <span>

#include "algorithms/algorithms.hpp"
#include "graph/padding.hpp"

namespace apsp {
namespace {

/// Relaxes `c` through the pivots of `square`, whose rows are among its own.
void eliminate(Tiles& tiles, const View& c, const View& square, std::span<const std::size_t> blocks,
               const Progress& progress) {
    const std::size_t count = square.cols.size();
    for (std::size_t first = 0; first < count; first += blocks.front()) {
        const Range pivots = {first, std::min(first + blocks.front(), count)};
        const Rows rows = {shifted(pivots, 0, square.rows.all.first)};
        const View block = {c.slab, rows, shifted(pivots, 0, square.cols.first)};
        const View own = {c.slab, rows, c.cols};
        if (blocks.size() == 1) {
            tiles.eliminate(c, block);
        } else {
            eliminate(tiles, own, block, blocks.subspan(1), {});
            if (c.rows.size() > rows.size()) {
                const Rows others = {c.rows.all, rows.all};
                tiles.update({c.slab, others, c.cols}, {c.slab, others, block.cols}, own);
            }
        }
        tell(progress, static_cast<double>(pivots.last) / static_cast<double>(count));
    }
}

void eliminate_symmetric(Tiles& tiles, const Slab& matrix, const Progress& progress) {
    const auto blocks = tiles.blocks();
    const std::size_t n = matrix.rows;
    const Range all = {0, n};
    for (std::size_t first = 0; first < n; first += blocks.front()) {
        const Range block = {first, std::min(first + blocks.front(), n)};
        const View own = {matrix, {block}, all};
        const Rows others = {all, block};
        tiles.mirror({matrix, {block}, {0, block.last}});
        eliminate(tiles, own, {matrix, {block}, block}, blocks.subspan(blocks.size() == 1 ? 0 : 1),
                  {});
        tiles.mirror({matrix, {{block.last, n}}, block});
        if (n > block.size()) {
            tiles.update({matrix, others, all}, {matrix, others, block}, own, Part::upper);
        }
        tell(progress, static_cast<double>(block.last) / static_cast<double>(n));
    }
    tiles.mirror({matrix, {all}, all});
}

}  // namespace

void close_rows(Tiles& tiles, const View& rows, const View& square) {
    if (rows.slab.id == square.slab.id) return eliminate(tiles, rows, square, tiles.blocks(), {});
    const Range cols = {square.cols.first, square.cols.first + padded(square.cols.size())};
    eliminate(tiles, {square.slab, square.rows, cols}, square, tiles.blocks(), {});
    tiles.update(rows, square, rows);
}

void kleene(Tiles& tiles, const Slab& matrix, bool symmetric, const Progress& progress) {
    if (symmetric) return eliminate_symmetric(tiles, matrix, progress);
    const View all = {matrix, {{0, matrix.rows}}, {0, matrix.rows}};
    eliminate(tiles, all, all, tiles.blocks(), progress);
}

}  // namespace apsp
