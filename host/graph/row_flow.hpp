// How rows of a matrix get to a device and back where the host need not hold all of them. Rows lie
// as in a Matrix: each begins padded(n) elements after the one before, and the content in between
// is meaningless.
#pragma once

#include <functional>

#include "apsp/graph.hpp"
#include "apsp/matrix.hpp"
#include "graph/padding.hpp"

namespace apsp {

/// Writes these rows to `to`. Rows are asked for in any order, and at most once.
using RowSource = std::function<void(Range rows, void* to)>;

/// Takes these rows, which lie at `from` until it returns. All rows come in order.
using RowSink = std::function<void(Range rows, const void* from)>;

/// Bytes of the rows, of `row_bytes` each, that fit into a piece of this size. Their number is one
/// that threads can share evenly: 33 rows take 16 threads a third longer than 32 do.
constexpr std::size_t whole_rows(std::size_t row_bytes, std::size_t piece) {
    constexpr std::size_t kShared = 16;
    const std::size_t rows = piece / row_bytes;
    return (rows < kShared ? rows : rows / kShared * kShared) * row_bytes;
}

/// The rows that algorithms start from, made from the graph's arcs; the source keeps these alive.
RowSource rows_of(Graph graph, Dtype dtype, Semiring semiring);

/// Copies of the matrix's rows; nothing is copied onto itself.
RowSource rows_of(const Matrix& matrix);
RowSink rows_into(Matrix& matrix);

}  // namespace apsp
