// See first_wrong_row.hpp.
#include "verify/first_wrong_row.hpp"

#include <atomic>
#include <mutex>
#include <utility>

#include "base/parallel_for.hpp"

namespace apsp {

std::optional<std::size_t> first_wrong_row(
    const RowSample& sample, const std::function<void(double)>& progress,
    const std::function<RowProof()>& make,
    const std::function<std::optional<WrongEntry>(RowProof&, std::size_t)>& check,
    Verification& result) {
    std::atomic<std::size_t> first_bad = sample.rows.last, looked_at = 0;
    std::mutex mutex;
    struct Own {
        std::size_t place;
        RowProof proof;
    };
    parallel_with(
        {0, sample.count}, sample.steps,
        [&](std::size_t place) {
            return Own{place, make()};
        },
        [&](Own& own, std::size_t k) {
            const std::size_t before = looked_at++;
            if (progress && own.place == 0) {
                progress(static_cast<double>(before) / static_cast<double>(sample.count));
            }
            const std::size_t row = sample.rows.first + k * sample.rows.size() / sample.count;
            if (row > first_bad) return;
            std::optional<WrongEntry> wrong = check(own.proof, row);
            if (!wrong) return;
            const std::lock_guard lock(mutex);
            if (row >= first_bad) return;
            first_bad = row;
            result.failure = std::move(wrong->why);
            result.column = wrong->column;
        });
    result.rows_checked = sample.count;
    result.ok = first_bad == sample.rows.last;
    return result.ok ? std::nullopt : std::optional<std::size_t>(first_bad);
}

}  // namespace apsp
