// See lost_targets.hpp. Each vertex is followed once.
#include "change/lost_targets.hpp"

#include "apsp/paths.hpp"
#include "base/parallel_rows.hpp"

namespace apsp {
namespace {

enum class State : unsigned char { unknown, followed, right, lost };

std::vector<std::uint32_t> lost_of(std::size_t i, const Matrix& predecessors, auto&& reached) {
    const auto last = predecessors.row<std::int32_t>(i);
    std::vector<State> states(last.size(), State::unknown);
    std::vector<std::uint32_t> lost, way;
    states[i] = State::right;
    for (std::uint32_t j = 0; j < last.size(); ++j) {
        if (!reached(j)) continue;
        way.clear();
        std::uint32_t v = j;
        while (states[v] == State::unknown && last[v] != kNoPredecessor) {
            states[v] = State::followed;
            way.push_back(v);
            v = static_cast<std::uint32_t>(last[v]);
        }
        if (states[v] == State::unknown) way.push_back(v);
        const bool right = states[v] == State::right;
        for (const std::uint32_t u : way) states[u] = right ? State::right : State::lost;
        if (!right) lost.insert(lost.end(), way.begin(), way.end());
    }
    return lost;
}

}  // namespace

template <class T>
AffectedPairs find_lost_targets(const Matrix& distances, const Matrix& predecessors,
                                const std::vector<std::uint32_t>& rows) {
    std::vector<std::vector<std::uint32_t>> lost(rows.size());
    parallel_rows({0, rows.size()}, [&](std::size_t r) {
        const auto row = distances.row<T>(rows[r]);
        lost[r] =
            lost_of(rows[r], predecessors, [&](std::size_t j) { return row[j] != infinity<T>(); });
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
