// Devices that add up the loads of shortest paths: by elimination, as
// host/betweenness/target_block.hpp describes, or by breadth-first searches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/elimination_tree.hpp"

namespace apsp {

/// The shortest paths along the entries of a tree's lists, in one direction, over vertices
/// eliminated before both ends.
struct EntryPaths {
    std::vector<double> length;
    std::vector<double> count;  ///< 0 if there is no path.
};

struct BetweennessQuestion {
    const EliminationTree& tree;     ///< Without a core.
    EntryPaths to, from;             ///< From a rank to those of its list, and back.
    const std::vector<double>& own;  ///< Weight of each rank as a source.
    bool endpoints;
    double cutoff;  ///< The longest paths that count.
};

struct BetweennessSums {
    std::vector<double> load;                ///< Of each rank.
    std::vector<double> to_load, from_load;  ///< Of each entry.
    double pairs = 0;                        ///< The weight of all pairs with a path.
    double most = 0;                         ///< The largest number of paths of a pair.
};

/// Adds up the loads of all paths to some targets, or from some sources.
class LoadEngine {
  public:
    virtual ~LoadEngine() = default;

    /// How many it takes at a time.
    virtual std::size_t most() const = 0;
    virtual void add(std::span<const std::uint32_t> ends, std::span<const double> weights) = 0;
};

/// Of paths to ranks, which ascend.
class BetweennessEngine : public LoadEngine {
  public:
    /// After the last call of add.
    virtual BetweennessSums sums() = 0;
};

/// A graph whose weights are all equal.
struct LevelQuestion {
    const std::vector<std::size_t>& first;  ///< Arcs out of vertex u are first[u] .. first[u + 1].
    const std::vector<std::uint32_t>& target;  ///< Of each arc.
    const std::vector<double>& ends;           ///< Weight of each vertex as a target.
    std::size_t sources;                       ///< How many there will be; at least 1.
    std::size_t deepest;                       ///< No paths of more arcs count.
    bool endpoints;
    bool of_arcs, squares;  ///< Which sums are wanted besides loads of vertices.
};

struct LevelSums {
    std::vector<double> load;      ///< Of each vertex.
    std::vector<double> squares;   ///< Of the loads that each source gives to a vertex.
    std::vector<double> arc_load;  ///< Of each arc.
    double pairs = 0, most = 0;    ///< As of BetweennessSums.
};

/// Of paths from vertices.
class LevelEngine : public LoadEngine {
  public:
    /// After the last call of add.
    virtual LevelSums sums() = 0;
};

}  // namespace apsp
