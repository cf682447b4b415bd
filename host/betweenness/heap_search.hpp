// Loads of the shortest paths from one source after the other. What Brandes calls a vertex's
// dependency is passed on by its successors along tight arcs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "betweenness/counted_search.hpp"
#include "betweenness/loads.hpp"

namespace apsp {

/// Each thread needs its own. The sums are by number, and by place in NumberedArcs.
class HeapSearch {
  public:
    HeapSearch(const LoadQuestion& question, const NumberedArcs& arcs,
               const std::vector<double>& ends)
        : sums(question, ends.size(), arcs.target.size()),
          arcs_(arcs),
          ends_(ends),
          endpoints_(question.endpoints),
          cutoff_(question.cutoff),
          // A path of any cost may be short where weights are negative.
          search_(arcs, arcs.potential.empty() ? question.cutoff
                                               : std::numeric_limits<double>::infinity()) {}

    /// Adds the loads of all paths from the source. In labels, `share` is the part of the load that
    /// each path to the vertex brings with it.
    void add(std::uint32_t source, double weight) {
        search_.search(source);
        const std::vector<std::uint32_t>& reached = search_.reached();
        double reached_ends = 0;
        for (std::size_t k = reached.size(); k-- > 1;) {
            const std::uint32_t u = reached[k];
            const double passing = hand_back(u, weight), ending = within(source, u) ? ends_[u] : 0;
            add_load(u, weight * (endpoints_ ? passing + ending : passing));
            CountedSearch::Label& label = search_[u];
            label.share = (passing + ending) / label.count;
            sums.most = std::max(sums.most, label.count);
            reached_ends += ending;
        }
        if (!sums.arc_load.empty()) hand_back(source, weight);
        if (endpoints_) add_load(source, weight * reached_ends);
        sums.pairs += weight * reached_ends;
        search_.forget();
    }

    LoadSums sums;

  private:
    /// Whether a path to a vertex that was reached is no longer than the cutoff.
    bool within(std::uint32_t source, std::uint32_t u) {
        const std::vector<double>& h = arcs_.potential;
        return h.empty() || search_[u].distance - h[source] + h[u] <= cutoff_;
    }

    void add_load(std::uint32_t u, double load) {
        sums.load[u] += load;
        if (!sums.squares.empty()) sums.squares[u] += load * load;
    }

    /// The load that paths over its tight arcs give to a vertex.
    double hand_back(std::uint32_t u, double weight) {
        const double count = search_[u].count;
        double passing = 0;
        search_.for_each_tight(u, [&](std::size_t a) {
            const double share = search_[arcs_.target[a]].share;
            passing += share;
            if (!sums.arc_load.empty()) sums.arc_load[a] += weight * count * share;
        });
        return passing * count;
    }

    const NumberedArcs& arcs_;
    const std::vector<double>& ends_;  // the weights of targets
    bool endpoints_;
    double cutoff_;
    CountedSearch search_;
};

}  // namespace apsp
