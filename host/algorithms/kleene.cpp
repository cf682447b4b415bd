// Blocked Kleene closure: three-phase Floyd-Warshall, with blocks inside blocks.
//
// For each block of pivots: close its diagonal square and relax its rows through it, then relax all
// other rows through those. The block's columns need no phase of their own: they are among the
// columns of the last one, and the square is closed. A block's own rows are done by the same steps
// with smaller blocks, so that nearly all the work is products with many pivots, and only tiles are
// closed.
//
// G. Venkataraman, S. Sahni, S. Mukhopadhyaya, "A blocked all-pairs shortest-paths algorithm", JEA
// 8, 2003; G. J. Katz, J. T. Kider, "All-pairs shortest-paths for large graphs on the GPU", 2008.
#include <algorithm>
#include <span>

#include "algorithms/algorithms.hpp"

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

}  // namespace

void kleene(Engine& engine, std::size_t n, const Progress& progress) {
    const Range all = {0, Matrix::padded(n)};
    eliminate(engine, all, all, engine.blocks(), all, progress);
}

}  // namespace apsp
