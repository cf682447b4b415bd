// Results that are made from the distances, whose rows the ranks hold. All ranks call these
// functions, and all throw Ended if one fails.
#pragma once

#include <filesystem>
#include <vector>

#include "apsp/graph.hpp"
#include "apsp/verify.hpp"
#include "mpi/rank_plan.hpp"
#include "solve/find_paths.hpp"

namespace apsp::mpi {

/// Predecessors of the rank's rows. A row of them needs no other row of distances, but the tight
/// arcs out of all vertices (see paths/tight_arcs.hpp). The rank that holds a vertex's row finds
/// which arcs out of it are tight, and tells all ranks. Each then searches its rows itself, by
/// `search` if it has one.
Matrix find_rank_paths(const Ranks& comm, const RankPlan& plan, const Graph& graph,
                       Matrix& distances, const PredecessorSearch& search);

/// Each rank checks these rows of its matrix, with its share of the budget, which is for the rows
/// of all.
Verification verify_rows(const Comm& comm, const Graph& graph, const Matrix& distances, Range own,
                         VerifyOptions options);

/// Checks, by a file that it removes again, that all ranks can write into the path's folder.
void check_output(const Comm& comm, const std::filesystem::path& path);

/// A row of a file, and the row of this rank's matrix that it is.
struct OutputRow {
    std::size_t place, row;
};

/// Writes a matrix of so many rows as an .npy file, of which this rank has some, by their places.
/// The file appears whole or not at all.
void write_rows(const Comm& comm, const Matrix& matrix, const std::vector<OutputRow>& rows,
                std::size_t all, const std::filesystem::path& path);

}  // namespace apsp::mpi
