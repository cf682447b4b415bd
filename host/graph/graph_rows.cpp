// The matrix that algorithms start from, made of a graph's costs.
#include <algorithm>
#include <vector>

#include "apsp/graph.hpp"
#include "base/all_dtypes.hpp"
#include "base/parallel_for.hpp"
#include "base/text.hpp"
#include "graph/start.hpp"

namespace apsp {
namespace {

/// Writes the costs of a row of weights, where potentials are integers, without branches. Costs
/// that T does not hold become infinite.
template <class T, class W>
void write_costs(std::span<const W> weights, std::size_t i, const Potentials& potentials,
                 std::span<T> row) {
    const double* const h = potentials.high().data();
    const double from = h[i];
#pragma omp simd
    for (std::size_t j = 0; j < row.size(); ++j) {
        const double cost = static_cast<double>(weights[j]) + (from - h[j]);
        row[j] = static_cast<T>(cost > 0 ? cost : 0);
    }
    row[i] = T{0};
}

/// The same where costs are weights.
template <class T, class W>
void write_weights(std::span<const W> weights, std::size_t i, std::span<T> row) {
    // Floats hold the limits of small integers; doubles, those of all types.
    using Limit = std::conditional_t<std::is_same_v<W, float> && sizeof(T) <= 2, float, double>;
    constexpr auto kLimit = static_cast<Limit>(path_limit<T>());
#pragma omp simd
    for (std::size_t j = 0; j < row.size(); ++j) {
        const auto weight = static_cast<Limit>(weights[j]);
        const auto value = static_cast<T>(std::min(weight, kLimit));
        const bool none = weights[j] == infinity<W>(), beyond = weight > kLimit;
        row[j] = (none | beyond) ? infinity<T>() : value;
    }
    row[i] = weights[i] == infinity<W>() ? T{0} : static_cast<T>(weights[i]);
}

}  // namespace

void Graph::check_integral(Dtype dtype) const {
    if (!is_integral(dtype) || integral_costs()) return;
    throw Error(
        ErrorKind::bad_input,
        fmt::format("{}: weights are not integers, as {} needs; use SolveOptions::dtype f32 or f64",
                    origin_, name(dtype)));
}

template <class T, class Row>
void Graph::fill_row(Row row, std::size_t i, Semiring semiring) const {
    if constexpr (std::is_floating_point_v<T>) {
        if (dense() && potentials_ && potentials_->integral() && !is_integral(dense_->dtype())) {
            if (dense_->dtype() == Dtype::f32) {
                return write_costs<T, float>(dense_->row<float>(i), i, *potentials_, row);
            }
            return write_costs<T, double>(dense_->row<double>(i), i, *potentials_, row);
        }
    }
    if constexpr (std::is_same_v<Row, std::span<T>>) {
        if (dense() && !potentials_ && semiring == Semiring::min_plus) {
            return visit(dense_->dtype(), [&](auto zero) {
                write_weights<T>(std::span(std::as_const(*dense_).row<decltype(zero)>(i)), i, row);
            });
        }
    }
    std::fill(row.begin(), row.end(), zero<T>(semiring));
    row[i] = one<T>(semiring);
    for_each_start<T>(*this, i, semiring, [&](std::size_t j, T w) { row[j] = w; });
}

Matrix Graph::to_matrix(Dtype dtype, Semiring semiring) const& {
    // Some entries of integer matrices may have to be left out, so those are never cloned.
    if (starts_as(dtype, semiring)) return dense_->clone();
    Matrix matrix(n_, dtype);
    visit(dtype, [&](auto zero) {
        write_rows({0, n_}, matrix.row<decltype(zero)>(0).data(), matrix.ld(), semiring);
    });
    return matrix;
}

template <class T>
void Graph::write_rows(Range rows, T* to, std::size_t ld, Semiring semiring) const {
    if (semiring != Semiring::or_and) check_integral(kDtypeOf<T>);
    parallel_for(rows, static_cast<double>(n_), [&](std::size_t i) {
        fill_row<T>(std::span<T>(to + (i - rows.first) * ld, n_), i, semiring);
    });
}

Matrix Graph::to_matrix(Dtype dtype, Semiring semiring) && {
    if (owns_matrix() && starts_as(dtype, semiring)) return std::move(*this).release();
    if (owns_matrix() && dense_->dtype() == dtype) {
        visit(dtype, [&](auto zero) {
            using T = decltype(zero);
            parallel_with(
                {0, n_}, static_cast<double>(n_), [&](std::size_t) { return std::vector<T>(n_); },
                [&](std::vector<T>& filled, std::size_t i) {
                    fill_row<T>(std::span<T>(filled), i, semiring);
                    std::ranges::copy(filled, dense_->row<T>(i).begin());
                });
        });
        return std::move(*this).release();
    }
    Matrix matrix = static_cast<const Graph&>(*this).to_matrix(dtype, semiring);
    dense_.reset();
    return matrix;
}

#define APSP_GRAPH_ROWS(T) template void Graph::write_rows(Range, T*, std::size_t, Semiring) const;
APSP_FOR_DTYPES(APSP_GRAPH_ROWS)

}  // namespace apsp
