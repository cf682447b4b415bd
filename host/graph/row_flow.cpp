// See row_flow.hpp.
#include "graph/row_flow.hpp"

#include <utility>

#include "base/parallel_copy.hpp"

namespace apsp {

RowSource rows_of(const Graph& graph, Dtype dtype, Semiring semiring) {
    if (graph.starts_as(dtype, semiring)) return rows_of(*graph.matrix());
    return [&graph, dtype, semiring](Range rows, void* to) {
        graph.write_rows(to, dtype, rows, semiring);
    };
}

RowSource rows_of(std::shared_ptr<const Graph> graph, Dtype dtype, Semiring semiring) {
    RowSource rows = rows_of(*graph, dtype, semiring);
    return [kept = std::move(graph), rows = std::move(rows)](Range range, void* to) {
        rows(range, to);
    };
}

RowSource rows_of(const Matrix& matrix) {
    return [&matrix](Range rows, void* to) {
        const void* const from = matrix.row_data(rows.first);
        if (from != to) parallel_copy(to, from, rows.size() * matrix.row_bytes());
    };
}

RowSink rows_into(Matrix& matrix) {
    return [&matrix](Range rows, const void* from) {
        void* const to = matrix.row_data(rows.first);
        if (from != to) parallel_copy(to, from, rows.size() * matrix.row_bytes());
    };
}

}  // namespace apsp
