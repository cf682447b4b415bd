// See result_rows.hpp.
#include "solve/result_rows.hpp"

#include <algorithm>

#include "base/carried_exception.hpp"
#include "base/stop.hpp"
#include "graph/padding.hpp"
#include "graph/row_flow.hpp"

namespace apsp {

ResultRows::ResultRows(Matrix& matrix, std::size_t n, Dtype dtype, const SolveOptions& options,
                       const Restoration* restoration)
    : matrix_(matrix),
      n_(n),
      dtype_(dtype),
      semiring_(options.semiring),
      restoration_(restoration),
      costs_stay_(options.paths && restoration != nullptr) {
    if (options.summary) sums_.resize(n);
    if (options.rows.empty()) return;
    chosen_ = Matrix(options.rows.size(), n, dtype);
    for (const std::size_t row : options.rows) places_.emplace_back(row, places_.size());
    std::ranges::sort(places_);
}

void ResultRows::take(Range rows, const void* from) {
    if (rows.size() == 0) return;
    costs_stay_ ? rows_into(matrix_)(rows, from) : work_on(rows, from);
}

void ResultRows::finish(Range rows) {
    if (costs_stay_ && rows.size() != 0) work_on(rows, matrix_.row_data(rows.first));
}

void ResultRows::finish_all() {
    finish({0, n_});
    if (!places_.empty()) matrix_ = std::move(chosen_);
}

void ResultRows::work_on(Range rows, const void* from) {
    const bool choosing = !places_.empty();
    CarriedException error;
    const std::stop_token& stop = stop_token();
    visit(dtype_, [&](auto sample) {
        using T = decltype(sample);
        const T* const first = static_cast<const T*>(from);
        const bool in_place = !choosing && first == matrix_.row<T>(rows.first).data();
        if (in_place && restoration_ == nullptr && sums_.empty()) return;
#pragma omp parallel
        {
            std::vector<T> spare(n_);  // for a row that is not kept
#pragma omp for schedule(static)
            for (std::size_t i = rows.first; i < rows.last; ++i) {
                if (stop.stop_requested()) continue;
                const auto places = std::ranges::equal_range(
                    places_, i, {}, &std::pair<std::size_t, std::size_t>::first);
                if (choosing && places.empty() && sums_.empty()) continue;
                const std::span<T> row = !choosing        ? matrix_.row<T>(i)
                                         : places.empty() ? std::span<T>(spare)
                                                          : chosen_.row<T>(places.front().second);
                if (!in_place) std::copy_n(first + (i - rows.first) * padded(n_), n_, row.data());
                if (restoration_ != nullptr) {
                    error.keep_from([&] { restoration_->restore(row, i); });
                }
                if (!sums_.empty()) {
                    sums_[i] = summarize_row(std::span<const T>(row), i, zero<T>(semiring_));
                }
                for (const auto& [again, place] : places) {
                    if (place == places.front().second) continue;
                    std::ranges::copy(row, chosen_.row<T>(place).begin());
                }
            }
        }
    });
    error.rethrow();
    check_stop();
}

std::optional<Summary> ResultRows::summary() const {
    if (sums_.empty()) return std::nullopt;
    return add_up(sums_);
}

}  // namespace apsp
