// All shortest paths from one vertex to another, and how many there are of each pair.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "apsp/export.h"
#include "apsp/graph.hpp"

namespace apsp {

/// The shortest paths of a pair, one after the other: those whose sums of weights, added up from
/// the source on as doubles, are equal and smallest. The first takes a search; each further one
/// takes time for its own vertices only.
class APSP_EXPORT ShortestPaths {
  public:
    /// Searches. The graph is not needed any more.
    /// @throws Error bad_input for a cycle of weight 0, which makes numbers of paths infinite, or
    /// for
    ///         negative weights with fractions; usage for a vertex that is not there; NegativeCycle
    ShortestPaths(const Graph& graph, std::size_t source, std::size_t target);
    ShortestPaths(ShortestPaths&&) noexcept;
    ~ShortestPaths();

    /// Infinite if there is no path.
    double distance() const noexcept;
    /// As a double: exact up to 2^53, infinite from about 1e308 on.
    double count() const noexcept;
    /// The vertices of the next path, from the source to the target, in the order of the vertices'
    /// numbers; empty after the last.
    std::vector<std::size_t> next();

  private:
    struct State;
    std::unique_ptr<State> state_;
};

/// Takes the numbers of shortest paths from one source to each vertex: 1 to itself, 0 to those that
/// it does not reach.
using PathCounts = std::function<void(std::size_t source, std::span<const double> counts)>;

/// Counts the shortest paths from each source to all vertices, as doubles, which are infinite from
/// about 1e308 on, by searches on all cores. `take` is called for each source in turn, in their
/// order.
/// @throws Error as ShortestPaths; Stopped; what `take` throws
APSP_EXPORT void count_shortest_paths(const Graph& graph, std::span<const std::size_t> sources,
                                      const PathCounts& take);

}  // namespace apsp
