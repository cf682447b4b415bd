// What makes rows of a closure on demand: the whole matrix need not be anywhere.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "algorithms/algorithms.hpp"
#include "apsp/matrix.hpp"
#include "graph/row_flow.hpp"

namespace apsp {

/// 0 .. n - 1.
std::vector<std::uint32_t> all_vertices(std::size_t n);

/// Predecessors of all rows, found while distances are in caches.
struct PathsBeside {
    const Graph& graph;
    Matrix predecessors;     ///< Empty where the maker does not find them.
    std::vector<char> lack;  ///< Rows where some may be missing, since sums are rounded.
};

class RowMaker {
  public:
    virtual ~RowMaker() = default;

    /// Sources that it is best asked for at a time.
    virtual std::size_t batch() const = 0;
    /// The rows of these sources, one after the other at `to`, padded(n) elements apart; what is
    /// between is of no meaning.
    /// @throws Stopped
    virtual void make(std::span<const std::uint32_t> sources, void* to) = 0;
    /// All rows, each of which `take` gets once: where it lies in `distances`, or on its way there.
    /// Makers that can do it in fewer steps than by batches, do. `beside` is null where no
    /// predecessors are wanted.
    virtual void make_all(Matrix& distances, const RowSink& take, const Progress& progress,
                          PathsBeside* beside = nullptr);
    /// What a device took since it was made, or since the last call of this, by its own clock and
    /// without copies of the result; nothing where the host computes.
    virtual std::optional<double> device_seconds() { return std::nullopt; }
};

}  // namespace apsp
