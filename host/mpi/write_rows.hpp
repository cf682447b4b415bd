// The ranks' rows as one .npy file, by MPI-IO.
#pragma once

#include <filesystem>
#include <vector>

#include "apsp/matrix.hpp"
#include "mpi/comm.hpp"

namespace apsp::mpi {

/// Writes the rows `chosen`, in this order, or all when there is none; `own` are those that this
/// rank has. The matrix has all, or with `alone` just the chosen ones, in their order. The file
/// appears whole or not at all. All ranks call it, and all throw Ended when the disk does not take
/// it.
void write_rows(const Comm& comm, const Matrix& matrix, Range own,
                const std::filesystem::path& path, const std::vector<std::size_t>& chosen,
                bool alone = false);

}  // namespace apsp::mpi
