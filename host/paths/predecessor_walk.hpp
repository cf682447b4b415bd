// Follows the predecessors of a row back to its source, visiting each vertex once.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "apsp/paths.hpp"

namespace apsp {

class PredecessorWalk {
  public:
    enum class State : char { unknown, followed, right, lost };

    explicit PredecessorWalk(std::size_t n) : states(n) {}

    /// Whether there are vertices v with reached(v) from which following the predecessors `p` of
    /// row i does not lead to i.
    template <class Reached>
    bool find_lost(std::size_t i, const std::int32_t* p, Reached&& reached) {
        std::ranges::fill(states, State::unknown);
        states[i] = State::right;
        lost.clear();
        for (std::uint32_t j = 0; j < states.size(); ++j) {
            if (!reached(j)) continue;
            way_.clear();
            std::uint32_t v = j;
            while (states[v] == State::unknown && p[v] != kNoPredecessor) {
                states[v] = State::followed;
                way_.push_back(v);
                v = static_cast<std::uint32_t>(p[v]);
            }
            const bool right = states[v] == State::right;
            if (states[v] == State::unknown) way_.push_back(v);
            for (const std::uint32_t u : way_) states[u] = right ? State::right : State::lost;
            if (!right) lost.insert(lost.end(), way_.begin(), way_.end());
        }
        return !lost.empty();
    }

    std::vector<State> states;        ///< Of the vertices that were followed.
    std::vector<std::uint32_t> lost;  ///< The vertices that `find_lost` found.

  private:
    std::vector<std::uint32_t> way_;
};

}  // namespace apsp
