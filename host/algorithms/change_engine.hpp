// A device that keeps a matrix of distances over min_plus between changes of its graph.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/device_memory.hpp"
#include "statistics/row_reduction.hpp"

namespace apsp {

/// Every operation is complete when its call returns.
class ChangeEngine {
  public:
    virtual ~ChangeEngine() = default;

    /// Its first slab is the matrix: padded(n) rows of as many elements.
    virtual DeviceMemory& memory() = 0;

    /// Copies these rows, one after the other, as they lie in the slab, padding included.
    virtual void take_rows(std::span<const std::uint32_t> rows, void* to) = 0;
    /// For each of the n vertices in turn, copies the entries in these columns, one after the
    /// other.
    virtual void take_columns(std::span<const std::uint32_t> columns, void* to) = 0;
    /// Copies the entries at these offsets, counted in elements from the first one; none occurs
    /// twice.
    virtual void take_entries(std::span<const std::uint64_t> places, void* to) = 0;
    virtual void put_entries(std::span<const std::uint64_t> places, const void* from) = 0;

    /// D[rows[r]][j] <- D[rows[r]][j] (+) left[r][a] (x) right[a][j] for all r, all a < depth and
    /// all columns j, padding included. Elements may be below 0; no path plus any number is no
    /// path. `left` has depth elements for each row r, `right` has padded(n) elements for each a.
    virtual void relax(std::span<const std::uint32_t> rows, std::size_t depth, const void* left,
                       const void* right) = 0;

    /// As Results::reduce_rows.
    virtual RowReductions reduce_rows(const RowQuestion& question) = 0;
};

}  // namespace apsp
