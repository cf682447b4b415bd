// See lost_targets.hpp.
#include "change/lost_targets.hpp"

#include <utility>

#include "base/all_dtypes.hpp"
#include "base/parallel_for.hpp"
#include "paths/predecessor_walk.hpp"

namespace apsp {
template <class T>
AffectedPairs<T> find_lost_targets(const Matrix& distances, const Matrix& predecessors,
                                   const std::vector<std::uint32_t>& rows) {
    std::vector<std::vector<std::uint32_t>> lost(rows.size());
    parallel_for({0, rows.size()}, 5 * static_cast<double>(distances.n()), [&](std::size_t r) {
        const auto row = distances.row<T>(rows[r]);
        PredecessorWalk walk(row.size());
        walk.find_lost(rows[r], predecessors.row<std::int32_t>(rows[r]).data(),
                       [&](std::size_t j) { return row[j] != infinity<T>(); });
        lost[r] = std::move(walk.lost);
    });
    AffectedPairs<T> pairs;
    for (std::size_t r = 0; r < rows.size(); ++r) {
        pairs.count += lost[r].size();
        if (lost[r].empty()) continue;
        const SourceRow<T> source = {rows[r], distances.row<T>(rows[r]).data()};
        pairs.rows.push_back({source, std::move(lost[r])});
    }
    return pairs;
}

#define APSP_INSTANTIATE(T)                                                   \
    template AffectedPairs<T> find_lost_targets(const Matrix&, const Matrix&, \
                                                const std::vector<std::uint32_t>&);
APSP_FOR_DTYPES(APSP_INSTANTIATE)
#undef APSP_INSTANTIATE

}  // namespace apsp
