// Searches for shortest paths between a vertex and some others, which end once these are reached.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "apsp/graph.hpp"
#include "near/pair_groups.hpp"

namespace apsp {

/// Each thread needs its own.
class PathSearch {
  public:
    virtual ~PathSearch() = default;

    /// The paths lead from the vertex to the others or, if they are `of_targets`, from them to it.
    virtual void find(std::uint32_t vertex, std::span<const std::uint32_t> others) = 0;

    /// The last vertex before the target on the path that `find` found for one of the others;
    /// kNoPredecessor if there is none.
    std::int32_t predecessor(std::uint32_t other) const;
    /// Its vertices in their order, both ends included; none if there is no path.
    void path(std::uint32_t other, std::vector<std::uint32_t>& vertices) const;

  protected:
    explicit PathSearch(bool of_targets) : of_targets_(of_targets) {}
    /// The next vertex on the way back to the one that was searched from, or kNoPredecessor.
    virtual std::int32_t before(std::uint32_t vertex) const = 0;

    std::uint32_t vertex_ = 0;

  private:
    bool of_targets_;
};

/// Searches for groups of paths that share an end: their source or, if paths are `of_targets`,
/// their target.
class PathSearches {
  public:
    /// `searches`: about how many there will be.
    PathSearches(const Graph& graph, Dtype dtype, bool of_targets, std::size_t searches);
    ~PathSearches();

    using Vertex = std::function<std::uint32_t(std::size_t group)>;
    using Others = std::function<void(std::size_t group, std::vector<std::uint32_t>& others)>;
    using Use = std::function<void(std::size_t group, std::span<const std::uint32_t> others,
                                   const PathSearch& search)>;
    /// A search for each of `count` groups, whose paths share vertex(group). others(group, list)
    /// adds the other ends to the empty list, and `use` is called from several threads with what
    /// was found.
    void for_each(std::size_t count, const Vertex& vertex, const Others& others,
                  const Use& use) const;

    /// The same for pairs.
    using UsePair = std::function<void(std::size_t place, std::uint32_t other, const PathSearch&)>;
    void for_each(const PairGroups& groups, const UsePair& use) const;

  private:
    struct Arcs;
    template <class T>
    struct ArcsOf;
    std::unique_ptr<const Arcs> arcs_;
};

}  // namespace apsp
