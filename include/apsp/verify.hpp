// Checking a matrix of distances without trusting whatever computed it.
#pragma once

#include <cstddef>
#include <string>

#include "apsp/graph.hpp"
#include "apsp/labels.hpp"
#include "apsp/matrix.hpp"

namespace apsp {

struct VerifyOptions {
    /// Relaxations to spend. Johnson from every vertex when that fits; else properties of every
    /// row when that fits; else of a sample of rows.
    double budget = 1e11;
    Semiring semiring = Semiring::min_plus;
    /// What failures call the vertices; their numbers from 0 unless given.
    const Labels* labels = nullptr;
};

struct Verification {
    bool ok = false;
    std::string method;            ///< "johnson", "properties" or "sampled properties".
    std::size_t rows_checked = 0;  ///< Sources whose distances were checked.
    std::string failure;           ///< The first wrong entry and why; empty when ok.
};

/// Checks `distances` against `graph`. "johnson" compares with Dijkstra from every vertex under
/// Bellman-Ford potentials (Johnson 1977), in f64; over other semirings with the same search for
/// the best path first, which holds for each of them. "properties" checks zero diagonal, the
/// triangle inequality over every arc, and that every distance is attained by a last arc; for
/// positive weights that is a proof, with zero-weight cycles a necessary condition. Integers must
/// match exactly, as must integers held in floats; other floats to within n roundings.
Verification verify(const Graph& graph, const Matrix& distances, const VerifyOptions& options = {});

}  // namespace apsp
