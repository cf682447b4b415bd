// Statistics from rows that have been reduced already.
#pragma once

#include <vector>

#include "apsp/statistics.hpp"
#include "core/row_reduction.hpp"

namespace apsp {

Statistics make_statistics(const std::vector<RowReduction>& rows, const Matrix& distances);

}  // namespace apsp
