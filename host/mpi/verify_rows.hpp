// The check of a result whose rows the ranks have.
#pragma once

#include "apsp/verify.hpp"
#include "mpi/comm.hpp"

namespace apsp::mpi {

/// Each rank its own rows, with its share of the budget. All ranks call it, and all throw Ended
/// when something is wrong on one.
Verification verify_rows(const Comm& comm, const Graph& graph, const Matrix& distances, Range own,
                         VerifyOptions options);

}  // namespace apsp::mpi
