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
#include "apsp/semiring.hpp"

namespace apsp {

struct VerifyOptions {
    /// Relaxations to spend. Johnson from every vertex when that fits; else a proof of every row
    /// when that fits; else of a sample of rows.
    double budget = 1e11;
    Semiring semiring = Semiring::min_plus;
    /// Of min_plus: to be checked, too, in the rows whose distances are, as `prove` does.
    const Matrix* predecessors = nullptr;
    /// The vertex that each row of the distances is of, as Solution::rows; none for all, in order.
    std::vector<std::size_t> rows = {};
    /// Only these of the matrix's rows are looked at; empty is all.
    Range only = {};
    /// What failures call the vertices; their numbers from 0 unless given.
    const Labels* labels = nullptr;
    /// Called with the share that is done, by this thread.
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
/// Bellman-Ford potentials (Johnson 1977), in f64; over other semirings with the same search for
/// the best path first, which holds for each of them. "properties" is what `prove` does, with
/// "sampled properties" for some rows only; over other semirings than min_plus it checks the
/// diagonal, and that every entry is the best over its last arcs.
/// Integers must match exactly, as must integers held in floats; other floats to within n
/// roundings.
APSP_EXPORT Verification verify(const Graph& graph, const Matrix& distances,
                                const VerifyOptions& options = {});

/// Proves that every entry of `distances` is the length of a shortest path, whatever computed it,
/// in O(n (n + m)) and over min_plus: 0 on the diagonal, no arc makes a distance shorter, and each
/// vertex is reached by a path of that length. For integers the proof is exact, also with cycles of
/// length 0; for floats each of the three holds to within n roundings. With `predecessors` (i32; -1
/// on the diagonal and where there is no path), also that each is the last vertex but one of a
/// shortest path, and that following them ends in the source. A failure names the first wrong row.
/// `labels` is what it calls the vertices; `progress` as in VerifyOptions.
APSP_EXPORT Verification prove(const Graph& graph, const Matrix& distances,
                               const Matrix* predecessors = nullptr, const Labels* labels = nullptr,
                               const std::function<void(double)>& progress = {});

}  // namespace apsp
