// Loops over rows by all threads; a stop ends them early.
#pragma once

#include <cstddef>

#include "apsp/matrix.hpp"
#include "base/carried_exception.hpp"
#include "base/stop.hpp"

namespace apsp {

/// Calls f(row) for each of the rows; each thread takes consecutive ones.
/// @throws Stopped, or the first exception of f; only some of the rows are done then
template <class F>
void parallel_rows(Range rows, F&& f) {
    CarriedException error;
    const std::stop_token& stop = stop_token();
#pragma omp parallel for schedule(static)
    for (std::size_t row = rows.first; row < rows.last; ++row) {
        if (!stop.stop_requested()) error.keep_from([&] { f(row); });
    }
    error.rethrow();
    check_stop();
}

/// The same for rows that take `sums` sums, or copies, each: by this thread alone if they are so
/// few that waking others would take longer.
template <class F>
void parallel_rows_of(std::size_t sums, Range rows, F&& f) {
    constexpr std::size_t kWorthThreads = std::size_t{1} << 16;
    if (rows.size() > 1 && rows.size() * sums >= kWorthThreads) return parallel_rows(rows, f);
    for (std::size_t row = rows.first; row < rows.last; ++row) f(row);
}

}  // namespace apsp
