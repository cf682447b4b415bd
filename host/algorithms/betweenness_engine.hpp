// A device that adds up the loads of shortest paths by elimination: see
// host/betweenness/target_block.hpp.
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

class BetweennessEngine {
  public:
    virtual ~BetweennessEngine() = default;

    /// How many targets it takes at a time.
    virtual std::size_t most_targets() const = 0;
    /// Adds the loads of all paths to these ranks, which ascend.
    virtual void add(std::span<const std::uint32_t> targets, std::span<const double> weights) = 0;
    virtual BetweennessSums sums() = 0;
};

}  // namespace apsp
