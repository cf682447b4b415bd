// What `sparse` finds out about a graph before it looks at weights.
#pragma once

#include <memory>

#include "apsp/export.h"
#include "apsp/graph.hpp"

namespace apsp {

/// The order in which the vertices of a graph are eliminated, and the arcs that this adds. Solves
/// of graphs that differ only in their weights may share one (SolveOptions::elimination), even from
/// several threads:
///     const auto elimination = std::make_shared<const apsp::Elimination>(graph);
///     apsp::solve(graph.reweighted(weights), {.elimination = elimination});
class APSP_EXPORT Elimination {
  public:
    /// @throws Error usage for a matrix, and where the build has no ordering library;
    ///         out_of_memory; Stopped
    explicit Elimination(Graph graph);
    ~Elimination();

    /// Whether `graph` has the same arcs, whatever their weights.
    bool fits(const Graph& graph) const;

    struct Structure;  ///< The library's own.
    const Structure& structure() const { return *structure_; }

  private:
    std::unique_ptr<const Structure> structure_;
};

}  // namespace apsp
