// Makers of rows of a closure on demand: the whole matrix need not be anywhere.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "algorithms/algorithms.hpp"
#include "algorithms/device_memory.hpp"
#include "apsp/matrix.hpp"
#include "graph/row_flow.hpp"
#include "statistics/row_reduction.hpp"

namespace apsp {

std::vector<std::uint32_t> vertices_in(Range vertices);

/// Predecessors of all rows, found while distances are in caches.
struct PathsBeside {
    const Graph& graph;
    Matrix predecessors;     ///< Empty where the maker does not find them.
    std::vector<char> lack;  ///< Rows where some may be missing because of rounding.
};

class RowMaker {
  public:
    virtual ~RowMaker() = default;

    /// The most sources of one call, which is also what suits it best.
    virtual std::size_t batch() const = 0;
    /// Fewer sources than these would take as long to reduce.
    virtual std::size_t least() const { return 1; }
    /// Makes the rows of these sources, one after the other at `to`, padded(n) elements apart; the
    /// padding is undefined.
    /// @throws Stopped
    virtual void make(std::span<const std::uint32_t> sources, void* to) = 0;
    /// Makes all rows. `take` gets each row once: where it lies in `distances`, or on its way
    /// there. Some makers take fewer steps for this than one batch after the other would. `beside`
    /// is null if no predecessors are wanted.
    virtual void make_all(Matrix& distances, const RowSink& take, const Progress& progress,
                          PathsBeside* beside = nullptr);
    /// Makes all rows in memory of the device, one after the other, as DeviceMemory::release gives
    /// it; padding is undefined. Returns nothing if the device has no memory of its own.
    virtual ReleasedMemory make_all_there(const Progress&) { return {}; }
    /// Makes the rows of consecutive vertices, at most `batch` of them, and reduces them where they
    /// are made. Returns nothing if only the host could reduce them.
    virtual RowReductions reduce(const RowQuestion&, Range /*vertices*/) { return {}; }
    /// Seconds that a device has computed since the last call, or since the maker was made, by its
    /// own clock and without copies of the result; nothing if the host computes.
    virtual std::optional<double> device_seconds() { return std::nullopt; }
};

}  // namespace apsp
