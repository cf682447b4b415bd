// Devices that find near pairs by elimination.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "algorithms/elimination_tree.hpp"
#include "apsp/dtype.hpp"

namespace apsp {

struct NearQuestion {
    const EliminationTree& tree;  ///< Without a core.
    Dtype dtype;
    const void *to, *from;                    ///< Of EliminatedArcs, none negative.
    double limit;                             ///< Distances are below this.
    std::size_t sources;                      ///< How many there will be; at least 1.
    const std::vector<std::uint8_t>& counts;  ///< By rank: the targets. None: all but the source.
};

/// What neighbouring sources find, as in near.cl of kernels_cl.
struct NearGroup {
    struct Found {
        std::uint32_t rank;
        std::uint32_t lanes;  ///< A bit for each source that finds it.
    };
    std::size_t first;             ///< Its first source.
    std::span<const Found> found;  ///< From the highest rank to the lowest.
    const void* distances;         ///< Of each rank those of its lanes, one after the other.
};

class NearEngine {
  public:
    virtual ~NearEngine() = default;

    /// How many sources it takes at a time.
    virtual std::size_t most() const = 0;
    /// The sources of a group.
    virtual std::size_t group() const = 0;
    /// Counts the pairs of each of these ranks, which ascend.
    virtual std::vector<std::uint32_t> count(std::span<const std::uint32_t> ranks) = 0;
    /// Finds what the last call counted, and hands over groups as they come, each once.
    virtual void find(const std::function<void(std::span<const NearGroup>)>& take) = 0;
};

}  // namespace apsp
