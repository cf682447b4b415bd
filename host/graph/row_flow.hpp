// How rows of a matrix come to a device and from it, where the host need not hold all of them.
// Rows lie as those of a Matrix do: the next one begins padded(n) elements later, and what
// is between is of no meaning.
#pragma once

#include <functional>

#include "apsp/graph.hpp"
#include "apsp/matrix.hpp"
#include "graph/padding.hpp"

namespace apsp {

/// Writes these rows to `to`; neither in order nor more than once.
using RowSource = std::function<void(Range rows, void* to)>;

/// Takes these rows, which lie at `from` until it returns; all of them in order.
using RowSink = std::function<void(Range rows, const void* from)>;

/// Bytes of the rows that fit into a piece of so many, of which each takes `row_bytes`. No fewer
/// than threads can share evenly: 33 rows take 16 of them a third longer than 32 do.
constexpr std::size_t whole_rows(std::size_t row_bytes, std::size_t piece) {
    constexpr std::size_t kShared = 16;
    const std::size_t rows = piece / row_bytes;
    return (rows < kShared ? rows : rows / kShared * kShared) * row_bytes;
}

/// The rows that algorithms start from, made of the graph's arcs, which live as long as the source.
RowSource rows_of(Graph graph, Dtype dtype, Semiring semiring);

/// Copies of the matrix's rows; nothing is copied onto itself.
RowSource rows_of(const Matrix& matrix);
RowSink rows_into(Matrix& matrix);

}  // namespace apsp
