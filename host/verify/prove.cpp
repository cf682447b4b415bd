// Proof of a whole matrix: each row by itself (row_proof.hpp), rows in parallel.
#include <algorithm>

#include "apsp/verify.hpp"
#include "base/stop.hpp"
#include "verify/row_proof.hpp"
#include "verify/tolerance.hpp"

namespace apsp {

Verification prove(const Graph& graph, const Matrix& distances, const Matrix* predecessors,
                   const Labels* labels) {
    Verification result;
    result.method = "proof";
    result.failure = wrong_shape(graph, distances, graph.vertices(), predecessors);
    if (!result.failure.empty()) return result;

    const std::size_t n = graph.vertices();
    const Labels none;
    const Labels& names = labels == nullptr ? none : *labels;
    const auto potentials = potentials_to_check(graph, names, result.failure);
    if (!result.failure.empty()) return result;
    std::size_t first_bad = n;
    const std::stop_token& stop = stop_token();
#pragma omp parallel
    {
        RowProof proof(graph, distances.dtype(), potentials.get(), names);
#pragma omp for schedule(dynamic, 4)
        for (std::size_t i = 0; i < n; ++i) {
            if (stop.stop_requested()) continue;
            std::size_t bad_so_far = 0;
#pragma omp atomic read
            bad_so_far = first_bad;
            if (i > bad_so_far) continue;
            const std::vector<double> d = row_of(distances, i);
            auto wrong = proof.distances(i, d);
            if (!wrong && predecessors != nullptr) {
                wrong = proof.predecessors(i, d, predecessors->row<std::int32_t>(i));
            }
            if (!wrong) continue;
#pragma omp critical
            if (i < first_bad) {
#pragma omp atomic write
                first_bad = i;
                result.failure = std::move(wrong->why);
                result.row = i;
                result.column = wrong->column;
            }
        }
    }
    check_stop();
    result.ok = first_bad == n;
    result.rows_checked = result.ok ? n : first_bad + 1;
    return result;
}

}  // namespace apsp
