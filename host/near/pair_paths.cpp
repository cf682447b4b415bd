// Paths of pairs, a block of pairs at a time: from each source or to each target, whichever are
// fewer in the block.
#include "apsp/pair_paths.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "algorithms/algorithms.hpp"
#include "apsp/solve.hpp"
#include "base/stop.hpp"
#include "near/near_rows.hpp"
#include "near/pair_groups.hpp"
#include "near/path_search.hpp"

namespace apsp {
namespace {

class PairPaths {
  public:
    PairPaths(const Graph& graph, std::size_t pairs)
        : graph_(graph), dtype_(choose_dtype(graph, Semiring::min_plus).dtype), pairs_(pairs) {}

    void find(std::span<const VertexPair> pairs, std::vector<std::vector<std::uint32_t>>& paths) {
        const PairGroups by_source(pairs, false), by_target(pairs, true);
        const bool of_targets =
            graph_.min_weight() >= 0 && by_target.vertices().size() < by_source.vertices().size();
        const PairGroups& groups = of_targets ? by_target : by_source;
        std::unique_ptr<const PathSearches>& searches = searches_[of_targets ? 1 : 0];
        if (!searches)
            searches = std::make_unique<const PathSearches>(graph_, dtype_, of_targets, pairs_);
        paths.resize(pairs.size());
        searches->for_each(groups, [&](std::size_t k, std::uint32_t other,
                                       const PathSearch& search) { search.path(other, paths[k]); });
    }

  private:
    const Graph& graph_;
    Dtype dtype_;
    std::size_t pairs_;                                            // of all blocks
    std::array<std::unique_ptr<const PathSearches>, 2> searches_;  // from sources, to targets
};

void check_ends(std::span<const VertexPair> pairs, std::size_t n) {
    for (const VertexPair& pair : pairs) {
        const std::size_t source = pair.source, target = pair.target;
        check_vertices(std::span(&source, 1), n, "source");
        check_vertices(std::span(&target, 1), n, "target");
    }
}

}  // namespace

void find_pair_paths(const Graph& graph, std::span<const VertexPair> pairs, const TakePath& take,
                     const PairPathsOptions& options) {
    constexpr std::size_t kBlock = 16384;
    const StopScope stop(options.stop);
    check_ends(pairs, graph.vertices());
    PairPaths searches(graph, pairs.size());
    std::vector<std::vector<std::uint32_t>> paths;
    for (std::size_t first = 0; first < pairs.size(); first += kBlock) {
        const auto some = pairs.subspan(first, std::min(kBlock, pairs.size() - first));
        searches.find(some, paths);
        for (std::size_t k = 0; k < some.size(); ++k) take(first + k, paths[k]);
        tell(options.progress,
             static_cast<double>(first + some.size()) / static_cast<double>(pairs.size()));
    }
}

}  // namespace apsp
