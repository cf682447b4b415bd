// Checks rows in parallel, up to the first wrong one.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <utility>

#include "apsp/verify.hpp"
#include "base/parallel_for.hpp"
#include "verify/row_proof.hpp"

namespace apsp {

/// Some rows out of a range, evenly spaced.
struct RowSample {
    Range rows;
    std::size_t count;
    double steps;  ///< For each row.
};

/// Calls check(proof, row), which returns what is wrong, for each row of the sample. make() gives
/// each thread a RowProof. Rows after a wrong one are not looked at. Returns the first wrong row,
/// and fills in the result, all but its `row`.
template <class Make, class Check>
std::optional<std::size_t> first_wrong_row(const RowSample& sample,
                                           const std::function<void(double)>& progress,
                                           const Make& make, const Check& check,
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
