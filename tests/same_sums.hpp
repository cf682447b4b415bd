// Reductions that devices made, compared with the host's: integers bit for bit, sums of fractions
// as close as their order allows.
#pragma once

#include <cmath>

#include "statistics/row_reduction.hpp"

namespace apsp::test {

inline bool close_sums(double a, double b) {
    return a == b || std::abs(a - b) <= 1e-12 * (std::abs(a) + std::abs(b));
}

inline bool same_sums(const RowReductions& a, const RowReductions& b) {
    bool same = a.rows.size() == b.rows.size() && a.totals == b.totals && a.within == b.within;
    for (std::size_t i = 0; same && i < a.rows.size(); ++i) {
        const RowReduction &x = a.rows[i], &y = b.rows[i];
        same = x.count == y.count && x.largest == y.largest && x.sum == y.sum &&
               close_sums(x.harmonic, y.harmonic);
    }
    return same;
}

}  // namespace apsp::test
