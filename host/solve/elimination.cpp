// See elimination.hpp.
#include "solve/elimination.hpp"

#include <algorithm>

#include "apsp/errors.hpp"

namespace apsp {

std::shared_ptr<const EliminationCounts> counts_of(const Graph& graph, const Elimination* known) {
    if (known == nullptr) {
        return std::make_shared<const EliminationCounts>(count_by_degree(graph));
    }
    if (!known->fits(graph)) {
        throw Error(
            ErrorKind::usage,
            graph.origin() + ": SolveOptions::elimination belongs to a graph with other arcs");
    }
    return known->structure().counts;
}

Elimination::Structure::Structure(Graph from)
    : graph(std::move(from)), counts(counts_of(graph, nullptr)) {}

std::shared_ptr<const EliminationTree> Elimination::Structure::tree(std::uint32_t longest) const {
    const std::lock_guard lock(mutex_);
    auto& tree = trees_[longest];
    if (!tree) {
        tree = std::make_shared<const EliminationTree>(make_elimination_tree(*counts, longest));
    }
    return tree;
}

Elimination::Elimination(Graph graph) {
    if (graph.dense()) {
        throw Error(ErrorKind::usage,
                    graph.origin() + ": an elimination is of arcs, not of a matrix");
    }
    structure_ = std::make_unique<const Structure>(std::move(graph));
}

Elimination::~Elimination() = default;

bool Elimination::fits(const Graph& graph) const {
    const Graph& own = structure_->graph;
    return !own.dense() && !graph.dense() && own.vertices() == graph.vertices() &&
           std::ranges::equal(own.offsets(), graph.offsets()) &&
           std::ranges::equal(own.targets(), graph.targets());
}

}  // namespace apsp
