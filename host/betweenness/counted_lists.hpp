// Numbers of shortest paths along the entries of an elimination tree's lists, and loads of these
// entries, which are handed back to the arcs that they stand for.
//
// Lengths with numbers of paths are a semiring: the sum keeps the shorter paths, or adds the
// numbers of paths of equal length; the product adds lengths and multiplies numbers.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "algorithms/elimination_tree.hpp"
#include "betweenness/cost_arcs.hpp"
#include "betweenness/target_block.hpp"

namespace apsp {

/// For the entries of a tree without a core.
class CountedLists {
  public:
    /// Eliminates. `symmetric`: each arc has a reverse of the same cost, which halves the work.
    CountedLists(const EliminationTree& tree, const CostArcs& arcs, bool symmetric);

    /// Paths from each rank to those of its list, and back.
    const std::vector<CountedPaths>& to() const { return to_; }
    const std::vector<CountedPaths>& from() const { return from_; }

    /// Loads of entries become loads of the vertices of all ranks, and of arcs if asked for.
    /// Entries' own loads are consumed.
    void unpack(const CostArcs& arcs, std::vector<double>& to_load, std::vector<double>& from_load,
                std::vector<double>& rank_load, std::vector<double>* arc_load) const;

    /// Bytes for so many entries.
    static double bytes(double entries) { return entries * 2 * sizeof(CountedPaths); }

  private:
    /// The entry of an arc: its place, and whether it leads to the later vertex.
    std::pair<std::size_t, bool> entry_of(std::size_t source, std::size_t target) const;
    /// Calls f(a, b, between) for the entries a and b > a of x's list; `between` is the entry of
    /// the first's vertex for the second's.
    template <class F>
    void for_each_pair(std::size_t x, F&& f) const;

    const EliminationTree& tree_;
    std::vector<CountedPaths> to_, from_;
};

}  // namespace apsp
