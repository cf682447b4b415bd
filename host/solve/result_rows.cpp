// See result_rows.hpp.
#include "solve/result_rows.hpp"

#include <algorithm>

#include "algorithms/row_maker.hpp"
#include "base/parallel_for.hpp"
#include "base/stopwatch.hpp"
#include "base/write_past_caches.hpp"
#include "graph/padding.hpp"
#include "graph/row_flow.hpp"
#include "statistics/statistics.hpp"

namespace apsp {

ResultRows::ResultRows(const SolvePlan& plan, Coming coming, Matrix& matrix,
                       const Restoration* restoration, const ProcessGroup& group)
    : options_(plan.options),
      rows_(plan.rows),
      n_(plan.matrix.n),
      dtype_(plan.matrix.dtype),
      matrix_(matrix),
      restoration_(restoration),
      group_(group),
      stay_(coming == Coming::all_to_stay),
      holds_all_(stay_ && group.alone()),
      choosing_(coming != Coming::wanted && !options_.rows.empty()),
      integral_(plan.integral),
      costs_stay_(options_.paths && restoration != nullptr),
      question_(plan.question()) {
    if (options_.summary) sums_.resize(plan.result_rows());
    const bool finishes_all = !holds_all_ || options_.rows.empty();
    if (options_.statistics && finishes_all) reduced_ = no_reductions(question_, n_);
    if (coming == Coming::wanted) return;
    if (!choosing_) {
        if (stay_ || !options_.take_rows) return;
        passed_on_ = true;
        batch_ = Matrix(std::min(kBatchRows, n_), n_, dtype_);
        vertices_ = vertices_in({0, n_});
        return;
    }
    chosen_ = Matrix(rows_.size(), n_, dtype_);
    for (const std::size_t row : rows_) places_.emplace_back(row, places_.size());
    std::ranges::sort(places_);
}

std::vector<std::uint32_t> ResultRows::vertices_of_rows() const {
    if (options_.rows.empty()) return vertices_in({0, n_});
    return {rows_.begin(), rows_.end()};
}

template <class T>
void ResultRows::finish(std::span<T> row, std::size_t place, std::size_t vertex) {
    if (restoration_ != nullptr) restoration_->restore(row, vertex);
    sum_up(std::span<const T>(row), place, vertex);
}

template <class T>
void ResultRows::sum_up(std::span<const T> row, std::size_t place, std::size_t vertex) {
    if (!reduces() && sums_.empty()) return;
    const Summary sum = reduces() ? reduce_row(row, vertex, question_, reduced_, place)
                                  : summarize_row(row, vertex, zero<T>(options_.semiring));
    if (!sums_.empty()) sums_[place] = sum;
}

void ResultRows::take(Range rows, const void* from) {
    if (rows.size() == 0) return;
    if (costs_stay_) return rows_into(matrix_)(rows, from);
    if (batch_.rows() == 0) return work_on(rows, from);
    const auto* const bytes = static_cast<const unsigned char*>(from);
    for (Range some = {rows.first, rows.first}; some.last < rows.last;) {
        some = {some.last, std::min(rows.last, batch_first_ + batch_.rows())};
        work_on(some, bytes + (some.first - rows.first) * batch_.row_bytes());
        if (some.last == std::min(n_, batch_first_ + batch_.rows())) pass_on(some.last);
    }
}

void ResultRows::pass_on(std::size_t last) {
    const Range rows = {batch_first_, last};
    const Stopwatch watch;
    options_.take_rows({batch_,
                        {0, rows.size()},
                        rows.first,
                        std::span(vertices_).subspan(rows.first, rows.size())});
    others_seconds_ += watch.seconds();
    batch_first_ = last;
}

double ResultRows::take_made(
    std::size_t most,
    const std::function<void(std::span<const std::uint32_t> vertices, void* to)>& make) {
    const std::vector<std::uint32_t> vertices = vertices_of_rows();
    const std::size_t count = vertices.size();
    most = std::min(most, count);
    matrix_ = Matrix(options_.keep_distances ? count : most, n_, dtype_);
    double seconds = 0;
    for (std::size_t first = 0; first < count; first += most) {
        const std::span some = std::span(vertices).subspan(first, std::min(most, count - first));
        const std::size_t to = options_.keep_distances ? first : 0;
        make(some, matrix_.row_data(to));
        const Stopwatch watch;
        visit(dtype_, [&](auto zero) {
            parallel_for({0, some.size()}, static_cast<double>(n_), [&](std::size_t k) {
                finish(matrix_.row<decltype(zero)>(to + k), first + k, some[k]);
            });
        });
        seconds += watch.seconds();
        if (options_.take_rows) options_.take_rows({matrix_, {to, to + some.size()}, first, some});
        tell(options_.progress,
             static_cast<double>(first + some.size()) / static_cast<double>(count));
    }
    passed_on_ = true;
    return seconds;
}

Summary ResultRows::summary() const {
    return holds_all_ || !by_devices_ ? apsp::add_up(sums_) : summary_of(reduced_, integral_);
}

Statistics ResultRows::statistics(const std::vector<std::uint32_t>& roots) {
    if (holds_all_) {
        if (reduced_.empty()) reduced_ = reduce_rows(matrix_, question_, {0, n_});
        return make_statistics(std::move(reduced_), question_, matrix_);
    }
    group_.complete(reduced_);
    Statistics made;
    group_.together([&] { made = make_statistics(std::move(reduced_), question_, roots); });
    return made;
}

void ResultRows::finish_into(Solution& solution, const std::vector<std::uint32_t>& roots) {
    Stopwatch watch;
    group_.together([&] {
        const Range own = group_.own(n_);
        if (costs_stay_ && own.size() != 0) work_on(own, matrix_.row_data(own.first));
    });
    if (choosing_) matrix_ = std::move(chosen_);
    if (options_.summary) solution.summary = group_.add_up(summary());
    solution.seconds.download += watch.lap() - others_seconds_;
    if (options_.statistics) {
        solution.statistics = statistics(roots);
        solution.seconds.statistics += watch.lap();
    }
    if (options_.take_rows && !passed_on_) {
        options_.take_rows({matrix_, {0, matrix_.rows()}, 0, vertices_of_rows()});
    }
    if (!options_.keep_distances) matrix_ = Matrix(0, n_, dtype_);
}

void ResultRows::work_on(Range rows, const void* from) {
    visit(dtype_, [&](auto sample) {
        using T = decltype(sample);
        const T* const first = static_cast<const T*>(from);
        const bool passing_on = batch_.rows() != 0, dropping = !choosing_ && !stay_;
        const bool in_place = !choosing_ && stay_ && first == matrix_.row<T>(rows.first).data();
        const bool restores = restoration_ != nullptr;
        const bool nothing_to_do = !restores && sums_.empty() && !reduces();
        if ((in_place || (dropping && !passing_on)) && nothing_to_do) return;
        const auto keep = [&](std::size_t i, std::size_t place, std::span<T> row) {
            const T* const arrived = first + (i - rows.first) * padded(n_);
            if (in_place || restores) {
                if (!in_place) std::copy_n(arrived, n_, row.data());
                return finish(row, place, i);
            }
            sum_up(std::span(arrived, n_), place, i);
            write_past_caches(row.data(), arrived, padded(n_));
        };
        parallel_for(rows, static_cast<double>(n_), [&](std::size_t i) {
            if (passing_on) return keep(i, i, batch_.row<T>(i - batch_first_));
            if (dropping && restores) {
                std::vector<T> row(n_);
                return keep(i, i, std::span<T>(row));
            }
            if (dropping) {
                return sum_up(std::span(first + (i - rows.first) * padded(n_), n_), i, i);
            }
            if (!choosing_) return keep(i, i, matrix_.row<T>(i));
            using Chosen = std::pair<std::size_t, std::size_t>;
            for (const auto& [row, place] :
                 std::ranges::equal_range(places_, i, {}, &Chosen::first)) {
                keep(i, place, chosen_.row<T>(place));
            }
        });
    });
}

}  // namespace apsp
