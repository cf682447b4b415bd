// See row_flow.hpp.
#include "graph/row_flow.hpp"

#include <utility>

#include "base/parallel_copy.hpp"

namespace apsp {

RowSource rows_of(Graph graph, Dtype dtype, Semiring semiring) {
    const bool as_it_is = graph.starts_as(dtype, semiring);
    return [graph = std::move(graph), dtype, semiring, as_it_is](Range rows, void* to) {
        if (as_it_is) return rows_of(*graph.matrix())(rows, to);
        visit(dtype, [&](auto zero) {
            using T = decltype(zero);
            graph.write_rows(rows, static_cast<T*>(to), padded(graph.vertices()), semiring);
        });
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
        if (from == to) return;
        parallel_copy(to, from, rows.size() * matrix.row_bytes(), NextRead::late);
    };
}

}  // namespace apsp
