// Blocked Kleene closure: three-phase Floyd-Warshall, with blocks inside blocks.
//
// For each block of pivots: close its diagonal square and relax its rows through it, then relax all
// other rows through those. The block's columns need no phase of their own: they are among the
// columns of the last one, and the square is closed. A block's own rows are done by the same steps
// with smaller blocks, so that nearly all the work is products with many pivots, and only tiles are
// closed.
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

/// Relaxes `rows` of all columns through the pivots, whose rows are among them.
void eliminate(Engine& engine, Range rows, Range pivots, std::span<const std::size_t> blocks,
               Range all, const Progress& progress) {
    for (std::size_t first = pivots.first; first < pivots.last; first += blocks.front()) {
        const Range block = {first, std::min(first + blocks.front(), pivots.last)};
        if (blocks.size() == 1) {
            engine.eliminate(rows, block, all);
        } else {
            eliminate(engine, block, block, blocks.subspan(1), all, {});
            if (rows.size() > block.size()) engine.update({rows, block}, block, all);
        }
        if (progress) {
            engine.throttle();
            progress(static_cast<double>(block.last) / static_cast<double>(all.last));
        }
    }
}

void eliminate_symmetric(Engine& engine, Range all, const Progress& progress) {
    const auto blocks = engine.blocks();
    for (std::size_t first = 0; first < all.last; first += blocks.front()) {
        const Range block = {first, std::min(first + blocks.front(), all.last)};
        engine.mirror(block, {0, block.last});
        eliminate(engine, block, block, blocks.subspan(blocks.size() == 1 ? 0 : 1), all, {});
        engine.mirror({block.last, all.last}, block);
        if (all.size() > block.size()) engine.update({all, block}, block, all, Part::upper);
        if (progress) {
            engine.throttle();
            progress(static_cast<double>(block.last) / static_cast<double>(all.last));
        }
    }
    engine.mirror(all, all);
}

}  // namespace

void close_rows(Engine& engine, Range pivots, Range all) {
    eliminate(engine, pivots, pivots, engine.blocks(), all, {});
}

void kleene(Engine& engine, std::size_t n, bool symmetric, const Progress& progress) {
    const Range all = {0, padded(n)};
    if (symmetric) return eliminate_symmetric(engine, all, progress);
    eliminate(engine, all, all, engine.blocks(), all, progress);
}

}  // namespace apsp
