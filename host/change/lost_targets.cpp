// See lost_targets.hpp.
#include "change/lost_targets.hpp"

#include <utility>

#include "base/parallel_rows.hpp"
#include "paths/predecessor_walk.hpp"

namespace apsp {
template <class T>
AffectedPairs find_lost_targets(const Matrix& distances, const Matrix& predecessors,
                                const std::vector<std::uint32_t>& rows) {
    std::vector<std::vector<std::uint32_t>> lost(rows.size());
    parallel_rows({0, rows.size()}, [&](std::size_t r) {
        const auto row = distances.row<T>(rows[r]);
        PredecessorWalk walk(row.size());
        walk.find_lost(rows[r], predecessors.row<std::int32_t>(rows[r]).data(),
                       [&](std::size_t j) { return row[j] != infinity<T>(); });
        lost[r] = std::move(walk.lost);
    });
    AffectedPairs pairs;
    for (std::size_t r = 0; r < rows.size(); ++r) {
        pairs.count += lost[r].size();
        if (!lost[r].empty()) pairs.rows.push_back({rows[r], std::move(lost[r])});
    }
    return pairs;
}

#define APSP_INSTANTIATE(T)                                                   \
    template AffectedPairs find_lost_targets<T>(const Matrix&, const Matrix&, \
                                                const std::vector<std::uint32_t>&)
APSP_INSTANTIATE(float);
APSP_INSTANTIATE(double);
APSP_INSTANTIATE(std::int32_t);
APSP_INSTANTIATE(std::int16_t);
APSP_INSTANTIATE(std::uint8_t);
#undef APSP_INSTANTIATE

}  // namespace apsp
