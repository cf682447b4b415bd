// What statistics need of each row of distances; as the host reduces them. Devices do it beside the
// matrix: see Results::reduce_rows.
#pragma once

#include <cstdint>
#include <vector>

#include "apsp/matrix.hpp"

namespace apsp {

/// Over the entries of a row that are distances, without the diagonal's.
struct RowReduction {
    std::uint64_t count = 0;
    double largest = 0;  ///< And the diagonal's 0.
    double sum = 0;      ///< Exact for integers: 2^22 of them below 2^30.
};

/// Of these rows. Entries from `no_path` on are none.
std::vector<RowReduction> reduce_rows(const Matrix& distances, double no_path, Range rows);

}  // namespace apsp
