// R-Kleene: the closure of a matrix by recursion on its quadrants.
//
//        | A  B |     A <- A*        (recursion)
//    D = |      |     B <- A B,  C <- C A,  D <- D + C B
//        | C  D |     D <- D*        (recursion)
//                     C <- D C,  B <- B D,  A <- A + B C
//
// The second and third product of each half are one: C <- C A and D <- D + C B share their rows and
// their intermediate vertices, and C A (A B) = C (A B) since A is closed. Of a symmetric matrix, A
// and D are relaxed in their upper triangles and C is B mirrored.
//
// P. D'Alberto, A. Nicolau, "R-Kleene: a high-performance divide-and-conquer algorithm for the
// all-pair shortest path for densely connected networks", Algorithmica 47, 2007.
#include <algorithm>

#include "algorithms/algorithms.hpp"
#include "graph/padding.hpp"

namespace apsp {
namespace {

struct Recursion {
    Engine& engine;
    std::size_t leaf;
    std::size_t all;
    bool symmetric;
    const Progress& progress;

    void close(Range range) const {
        if (range.size() <= leaf) return close_leaf(range);
        const std::size_t half = padded(range.size() / 2);
        const Range upper = {range.first, range.first + half};
        const Range lower = {upper.last, range.last};

        close(upper);
        engine.update({upper}, upper, lower);
        if (symmetric) {
            engine.mirror(lower, upper);
            engine.update({lower}, upper, lower, Part::upper);
            close(lower);
            engine.update({upper}, lower, lower);
            engine.mirror(lower, upper);
            engine.update({upper}, lower, upper, Part::upper);
            engine.mirror(upper, upper);
            return;
        }
        engine.update({lower}, upper, range);
        close(lower);
        engine.update({lower}, lower, upper);
        engine.update({upper}, lower, range);
    }

    void close_leaf(Range range) const {
        if (symmetric) engine.mirror(range, range);
        const std::size_t tile = engine.blocks().back();
        for (std::size_t first = range.first; first < range.last; first += tile) {
            engine.eliminate(range, {first, std::min(first + tile, range.last)}, range);
        }
        engine.throttle();
        if (progress) progress(static_cast<double>(range.last) / static_cast<double>(all));
    }
};

}  // namespace

void r_kleene(Engine& engine, std::size_t n, bool symmetric, const Progress& progress) {
    const std::size_t all = padded(n);
    const std::size_t leaf = std::max(engine.blocks().front(), kPadding);
    Recursion{engine, leaf, all, symmetric, progress}.close({0, all});
}

}  // namespace apsp
