// Shortest paths themselves, from a matrix of predecessors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "apsp/export.h"
#include "apsp/matrix.hpp"

namespace apsp {

/// "No predecessor" in a matrix of predecessors.
inline constexpr std::int32_t kNoPredecessor = -1;

/// An n x n matrix of i32. Entry (i, j) is the predecessor of j on a shortest path from i, and
/// kNoPredecessor on the diagonal and where there is no path.
class APSP_EXPORT Paths {
  public:
    Paths() = default;
    /// @throws Error bad_input for a matrix of another type, or one that is not square
    explicit Paths(Matrix predecessors);

    std::size_t n() const noexcept { return predecessors_.n(); }
    const Matrix& predecessors() const noexcept { return predecessors_; }
    /// Gives up the matrix.
    Matrix release() && noexcept { return std::move(predecessors_); }

    /// The vertices of a shortest path from i to j, both included, in their order: {i} for i = j,
    /// empty where there is no path.
    /// @throws Error usage for vertices outside 0 .. n - 1; bad_input for a damaged matrix, whose
    ///         predecessors are not vertices, run in a circle or end in another vertex
    std::vector<std::size_t> path(std::size_t i, std::size_t j) const;

  private:
    Matrix predecessors_;
};

}  // namespace apsp
