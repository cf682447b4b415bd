// Checking a matrix of distances without trusting whatever computed it.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "apsp/export.h"
#include "apsp/graph.hpp"
#include "apsp/labels.hpp"
#include "apsp/matrix.hpp"
#include "apsp/negative_cycles.hpp"
#include "apsp/semiring.hpp"

namespace apsp {

struct VerifyOptions {
    /// Relaxations to spend. If they suffice, Johnson from every vertex; else, if they suffice for
    /// it, a proof of every row; else a proof of a sample of rows.
    double budget = 1e11;
    Semiring semiring = Semiring::min_plus;
    /// As in SolveOptions, over min_plus.
    NegativeCycles negative_cycles = NegativeCycles::refuse;
    /// Over min_plus: checked, too, as `prove` does, in the rows whose distances are checked.
    const Matrix* predecessors = nullptr;
    /// The source of each row of the distances, as in Solution::rows; empty for all, in order.
    std::vector<std::size_t> rows = {};
    /// Only these rows of the matrix are checked; empty means all.
    Range only = {};
    /// Names of the vertices in failures; by default their numbers from 0.
    const Labels* labels = nullptr;
    /// Called with the completed share, from the calling thread.
    std::function<void(double)> progress = {};
};

struct Verification {
    bool ok = false;
    std::string method;            ///< "johnson", "properties" or "sampled properties"; "proof".
    std::size_t rows_checked = 0;  ///< Sources whose distances were checked.
    std::string failure;           ///< The first wrong entry and why; empty when ok.
    std::size_t row = 0;           ///< Of the first wrong entry, if one is wrong.
    std::size_t column = 0;
};

/// Checks `distances` against `graph`. "johnson" compares with Dijkstra from every vertex under
/// Bellman-Ford potentials (Johnson 1977), in f64; over other semirings with the same best-first
/// search, which is correct for each of them. "properties" does what `prove` does, and "sampled
/// properties" does it for some rows only; over semirings other than min_plus they check the
/// diagonal, and that every entry is the best over its last arcs, which right entries are, but
/// some wrong ones around cycles, too.
/// Integers must match exactly, also in floats if sums are exact. Other distances may differ by the
/// roundings of their own paths, and products by 2 n roundings. Over max_min and min_max, entries
/// must match the weights as the type of the distances rounds them.
APSP_EXPORT Verification verify(const Graph& graph, const Matrix& distances,
                                const VerifyOptions& options = {});

/// Proves that every entry of `distances` is the length of a shortest path, whatever computed it,
/// in O(n (n + m)) and over min_plus: the diagonal is 0, no arc makes a distance shorter, and each
/// vertex is reached by a path of that length. For integers the proof is exact, also with cycles of
/// length 0. Where sums are rounded, each row is compared with one in twice a double's precision,
/// to within the roundings of each entry's own path. With `predecessors` (i32; -1 on the diagonal
/// and where there is no path), it also proves that each lies just before its vertex on a shortest
/// path, and that following them ends in the source. A failure names the first wrong row. `labels`
/// names the vertices in it; `progress` is as in VerifyOptions.
APSP_EXPORT Verification prove(const Graph& graph, const Matrix& distances,
                               const Matrix* predecessors = nullptr, const Labels* labels = nullptr,
                               const std::function<void(double)>& progress = {});

}  // namespace apsp
