// Graphs with negative cycles: which pairs such a cycle lies between, whose distance is minus
// infinity, and the graph without those cycles, which has the distances of all other pairs.
//
// A walk may go round a negative cycle as often as it likes. So all vertices of a strongly
// connected component that has one are at minus infinity from one another, and so is every pair
// whose path may pass through the component. No shortest path of any other pair touches it: the
// arcs of these vertices can be left out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "apsp/graph.hpp"
#include "apsp/paths.hpp"

namespace apsp {

class NegativeReach {
  public:
    /// `component` is the strongly connected component of each vertex, with arcs to lower numbers;
    /// `negative` says which of these components have a negative cycle.
    NegativeReach(const Graph& graph, std::vector<std::size_t> component,
                  const std::vector<char>& negative);

    /// Whether a walk from i to j may go round a negative cycle.
    bool between(std::size_t i, std::size_t j) const { return in(reached_[component_[i]], j); }
    /// Calls f(j) for every j with between(i, j).
    template <class F>
    void for_each(std::size_t i, F&& f) const {
        const Set& reached = reached_[component_[i]];
        if (reached == nullptr) return;
        for (std::size_t j = 0; j < component_.size(); ++j) {
            if (in(reached, j)) f(j);
        }
    }
    /// How many vertices lie in components that have a negative cycle.
    std::size_t vertices() const noexcept { return vertices_; }

  private:
    /// Components, a bit for each; many components share one set.
    using Set = std::shared_ptr<const std::vector<std::uint64_t>>;

    bool in(const Set& set, std::size_t j) const {
        return set != nullptr && ((*set)[component_[j] / 64] >> component_[j] % 64 & 1) != 0;
    }

    std::vector<std::size_t> component_;
    std::vector<Set> reached_;  // by component: those behind a negative cycle; null if none is
    std::size_t vertices_ = 0;
};

/// Takes the arcs of all vertices that lie in components with negative cycles out of the graph,
/// which has such cycles, and gives it the NegativeReach that says which distances are minus
/// infinity.
void cut_negative_cycles(Graph& graph);

/// Pairs at minus infinity have no predecessors.
void leave_out(const NegativeReach& reach, Paths& paths);

}  // namespace apsp
