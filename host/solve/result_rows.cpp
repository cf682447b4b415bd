// See result_rows.hpp.
#include "solve/result_rows.hpp"

#include <algorithm>

#include "base/carried_exception.hpp"
#include "graph/row_flow.hpp"

namespace apsp {

ResultRows::ResultRows(Matrix& distances, std::size_t n, const SolveOptions& options,
                       const Restoration* restoration)
    : distances_(distances),
      semiring_(options.semiring),
      restoration_(restoration),
      costs_stay_(options.paths && restoration != nullptr) {
    if (!options.rows.empty()) wanted_.assign(n, 0);
    for (const std::size_t row : options.rows) wanted_[row] = 1;
    if (options.summary) sums_.resize(n);
}

void ResultRows::take(Range rows, const void* from) {
    if (rows.size() == 0) return;
    costs_stay_ ? rows_into(distances_)(rows, from) : work_on(rows, from);
}

void ResultRows::finish(Range rows) {
    if (costs_stay_ && rows.size() != 0) work_on(rows, distances_.row_data(rows.first));
}

void ResultRows::work_on(Range rows, const void* from) {
    const std::size_t n = distances_.n(), ld = distances_.ld();
    CarriedException error;
    visit(distances_.dtype(), [&](auto sample) {
        using T = decltype(sample);
        const T* const first = static_cast<const T*>(from);
        const bool in_place = first == distances_.row<T>(rows.first).data();
        if (in_place && restoration_ == nullptr && sums_.empty()) return;
#pragma omp parallel
        {
            std::vector<T> spare(n);  // for a row that is not kept
#pragma omp for schedule(static)
            for (std::size_t i = rows.first; i < rows.last; ++i) {
                const bool keep = in_place || wanted(i);
                const std::span<T> row = keep ? distances_.row<T>(i) : std::span<T>(spare);
                if (!in_place) std::copy_n(first + (i - rows.first) * ld, n, row.data());
                if (restoration_ != nullptr) {
                    error.keep_from([&] { restoration_->restore(row, i); });
                }
                if (!sums_.empty()) {
                    sums_[i] = summarize_row(std::span<const T>(row), i, zero<T>(semiring_));
                }
            }
        }
    });
    error.rethrow();
}

std::optional<Summary> ResultRows::summary() const {
    if (sums_.empty()) return std::nullopt;
    return add_up(sums_);
}

}  // namespace apsp
