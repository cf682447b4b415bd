// The reduction of each row of distances that statistics need, as the host does it. Devices do it
// where the matrix is: see Results::reduce_rows.
#pragma once

#include <cstdint>
#include <vector>

#include "apsp/matrix.hpp"
#include "apsp/summary.hpp"

namespace apsp {

/// Over the entries of a row that are distances, without the diagonal.
struct RowReduction {
    std::uint64_t count = 0;
    double largest = 0;  ///< Including the diagonal's 0.
    double sum = 0;      ///< Exact for integers: 2^22 of them below 2^30.

    bool operator==(const RowReduction&) const = default;
};

/// Reduces these rows. Entries from `no_path` on are not distances.
std::vector<RowReduction> reduce_rows(const Matrix& distances, double no_path, Range rows);

/// The summary of rows of integers that are not negative.
Summary summary_of(const std::vector<RowReduction>& rows);

}  // namespace apsp
