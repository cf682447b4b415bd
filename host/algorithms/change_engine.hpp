// A device that keeps a matrix of distances over min_plus between changes of its graph.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/device_memory.hpp"
#include "statistics/row_reduction.hpp"

namespace apsp {

/// All of these are done when they return.
class ChangeEngine {
  public:
    virtual ~ChangeEngine() = default;

    /// Its first slab is the matrix: padded(n) rows of as many elements.
    virtual DeviceMemory& memory() = 0;

    /// These rows, one after the other, as they lie in the slab, padding and all.
    virtual void take_rows(std::span<const std::uint32_t> rows, void* to) = 0;
    /// Of each of the n vertices in turn the entries in these columns, one after the other.
    virtual void take_columns(std::span<const std::uint32_t> columns, void* to) = 0;
    /// Entries at so many elements from the first one; none twice.
    virtual void take_entries(std::span<const std::uint64_t> places, void* to) = 0;
    virtual void put_entries(std::span<const std::uint64_t> places, const void* from) = 0;

    /// D[rows[r]][j] <- D[rows[r]][j] (+) left[r][a] (x) right[a][j] for all r, a < depth and
    /// columns j, padding among them. Elements may be below 0; no path and any number are no path.
    /// `left` has depth elements for each of the rows, `right` padded(n) for each of the depth.
    virtual void relax(std::span<const std::uint32_t> rows, std::size_t depth, const void* left,
                       const void* right) = 0;

    /// As Results::reduce_rows.
    virtual std::vector<RowReduction> reduce_rows(double no_path) = 0;
};

}  // namespace apsp
