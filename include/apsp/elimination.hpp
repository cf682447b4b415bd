// What `sparse` finds out about a graph before it looks at weights.
#pragma once

#include <memory>

#include "apsp/export.h"
#include "apsp/graph.hpp"

namespace apsp {

/// The order in which the vertices of a graph are eliminated, and the arcs that this adds. Solves
/// of graphs that differ in their weights alone may share one (SolveOptions::elimination), in
/// several threads, too:
///     const auto elimination = std::make_shared<const apsp::Elimination>(graph);
///     apsp::solve(graph.reweighted(weights), {.elimination = elimination});
class APSP_EXPORT Elimination {
  public:
    /// @throws Error usage where the build has no library that orders; out_of_memory; Stopped
    explicit Elimination(Graph graph);
    ~Elimination();

    /// Whether that graph has the same arcs, whatever their weights.
    bool fits(const Graph& graph) const;

    struct Structure;  ///< The library's own.
    const Structure& structure() const { return *structure_; }

  private:
    std::unique_ptr<const Structure> structure_;
};

}  // namespace apsp
