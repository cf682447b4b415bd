// The spread of repeated measurements.
#pragma once

#include <algorithm>
#include <vector>

namespace apsp {

/// Median (the upper of two in the middle), least and most.
struct Spread {
    double median = 0;
    double least = 0;
    double most = 0;
};

/// Takes at least one value.
inline Spread spread(std::vector<double> values) {
    std::ranges::sort(values);
    return {values[values.size() / 2], values.front(), values.back()};
}

}  // namespace apsp
