// See negative_reach.hpp.
#include "negative/negative_reach.hpp"

#include <algorithm>
#include <utility>

#include "base/stop.hpp"
#include "graph/components.hpp"
#include "negative/bellman_ford.hpp"

namespace apsp {
namespace {

using Bits = std::vector<std::uint64_t>;

/// The vertices of each component.
std::vector<std::vector<std::uint32_t>> members_of(const std::vector<std::size_t>& component,
                                                   std::size_t count) {
    std::vector<std::vector<std::uint32_t>> members(count);
    for (std::size_t v = 0; v < component.size(); ++v) {
        members[component[v]].push_back(static_cast<std::uint32_t>(v));
    }
    return members;
}

/// The strongly connected components of a graph with negative cycles, and which of them have one.
class NegativeComponents {
  public:
    explicit NegativeComponents(const Graph& graph) : graph_(graph) {
        std::size_t count = 0;
        component_ = strong_components(graph_, count);
        const auto members = members_of(component_, count);
        place_.resize(component_.size());
        for (const auto& vertices : members) {
            check_stop();
            negative_.push_back(has_negative_cycle(vertices));
        }
    }

    /// Whether each vertex lies in a component with a negative cycle.
    std::vector<char> vertices() const {
        std::vector<char> found;
        for (const std::size_t c : component_) found.push_back(negative_[c]);
        return found;
    }
    std::shared_ptr<const NegativeReach> reach() && {
        return std::make_shared<const NegativeReach>(graph_, std::move(component_), negative_);
    }

  private:
    /// Whether the arcs among these vertices, which are all of one component, form one.
    bool has_negative_cycle(const std::vector<std::uint32_t>& vertices) {
        const std::size_t n = vertices.size();
        if (n == graph_.vertices()) return true;  // as there is one somewhere
        for (std::size_t k = 0; k < n; ++k) place_[vertices[k]] = static_cast<std::uint32_t>(k);
        std::vector<Arc> arcs;
        bool negative = false;
        for (const std::uint32_t i : vertices) {
            graph_.for_each_arc(i, [&](std::size_t j, double w) {
                if (component_[j] != component_[i]) return;
                arcs.push_back({place_[i], place_[j], w});
                negative |= w < 0;
            });
        }
        return negative && !bellman_ford(Graph::from_arcs(n, std::move(arcs), graph_.origin()))
                                .negative_cycle.empty();
    }

    const Graph& graph_;
    std::vector<std::size_t> component_;
    std::vector<char> negative_;        // by component
    std::vector<std::uint32_t> place_;  // of each vertex in its component
};

void add(Bits& to, const Bits& set) {
    for (std::size_t word = 0; word < to.size(); ++word) to[word] |= set[word];
}

/// The graph without the arcs from and to these vertices.
Graph without_arcs_of(Graph graph, const std::vector<char>& gone) {
    const std::string origin = graph.origin();
    const std::size_t n = graph.vertices();
    if (graph.dense()) {
        Matrix matrix = graph.owns_matrix() ? std::move(graph).release() : graph.matrix()->clone();
        visit(matrix.dtype(), [&](auto sample) {
            using T = decltype(sample);
            for (std::size_t i = 0; i < n; ++i) {
                const auto row = matrix.row<T>(i);
                for (std::size_t j = 0; j < n; ++j) {
                    if (gone[i] || gone[j]) row[j] = i == j ? T{0} : infinity<T>();
                }
            }
        });
        return Graph::from_matrix(std::move(matrix), origin);
    }
    std::vector<std::size_t> offsets = {0};
    std::vector<std::uint32_t> targets;
    std::vector<double> weights;
    for (std::size_t i = 0; i < n; ++i) {
        graph.for_each_arc(i, [&](std::size_t j, double w) {
            if (gone[i] || gone[j]) return;
            targets.push_back(static_cast<std::uint32_t>(j));
            weights.push_back(w);
        });
        offsets.push_back(targets.size());
    }
    return Graph::from_csr(offsets, targets, weights, origin);
}

}  // namespace

NegativeReach::NegativeReach(const Graph& graph, std::vector<std::size_t> component,
                             const std::vector<char>& negative)
    : component_(std::move(component)), reached_(negative.size()) {
    const std::size_t count = negative.size();
    const auto members = members_of(component_, count);
    // Behind a negative cycle lies all that the cycle reaches; behind any other component lies what
    // is behind its neighbours. These have lower numbers, and so are known already.
    std::vector<std::size_t> path;
    for (std::size_t c = 0; c < count; ++c) {
        check_stop();
        if (negative[c]) vertices_ += members[c].size();
        Bits behind;
        if (negative[c]) {
            behind.assign((count + 63) / 64, 0);
            behind[c / 64] |= std::uint64_t{1} << c % 64;
        }
        Set shared;  // what is behind all neighbours so far, if it is one neighbour's set
        path.assign(1, c);
        while (!path.empty()) {
            const std::size_t at = path.back();
            path.pop_back();
            for (const std::uint32_t i : members[at]) {
                graph.for_each_arc(i, [&](std::size_t j, double) {
                    const std::size_t next = component_[j];
                    if (next == at) return;
                    if (negative[c]) {
                        std::uint64_t& word = behind[next / 64];
                        const std::uint64_t bit = std::uint64_t{1} << next % 64;
                        if ((word & bit) != 0) return;
                        word |= bit;
                        if (negative[next]) {
                            add(behind, *reached_[next]);
                        } else {
                            path.push_back(next);
                        }
                        return;
                    }
                    const Set& its = reached_[next];
                    if (its == nullptr || its == shared) return;
                    if (shared == nullptr && behind.empty()) {
                        shared = its;
                        return;
                    }
                    if (behind.empty()) behind = *std::exchange(shared, nullptr);
                    add(behind, *its);
                });
            }
        }
        reached_[c] = behind.empty() ? shared : std::make_shared<const Bits>(std::move(behind));
    }
}

void cut_negative_cycles(Graph& graph) {
    NegativeComponents components(graph);
    const std::vector<char> gone = components.vertices();
    auto reach = std::move(components).reach();
    graph = without_arcs_of(std::move(graph), gone);
    graph.set_negative_reach(std::move(reach));
}

void leave_out(const NegativeReach& reach, Paths& paths) {
    Matrix predecessors = std::move(paths).release();
    for (std::size_t i = 0; i < predecessors.n(); ++i) {
        const auto row = predecessors.row<std::int32_t>(i);
        reach.for_each(i, [&](std::size_t j) { row[j] = kNoPredecessor; });
    }
    paths = Paths(std::move(predecessors));
}

}  // namespace apsp
