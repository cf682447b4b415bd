// Loads of the shortest paths from one source after the other, by Dijkstra's algorithm. What
// Brandes calls a vertex's dependency is passed on by its successors along tight arcs, which are
// found anew, so that no predecessors are kept.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "betweenness/numbered_arcs.hpp"
#include "graph/dijkstra.hpp"

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
          labels_(ends.size()) {}

    /// Adds the loads of all paths from the source.
    void add(std::uint32_t source, double weight) {
        search(source);
        double reached_ends = 0;
        for (std::size_t k = reached_.size(); k-- > 1;) {
            const std::uint32_t u = reached_[k];
            const double passing = hand_back(u, weight), ending = within(source, u) ? ends_[u] : 0;
            add_load(u, weight * (endpoints_ ? passing + ending : passing));
            labels_[u].share = (passing + ending) / labels_[u].count;
            sums.most = std::max(sums.most, labels_[u].count);
            reached_ends += ending;
        }
        if (!sums.arc_load.empty()) hand_back(source, weight);
        if (endpoints_) add_load(source, weight * reached_ends);
        sums.pairs += weight * reached_ends;
        for (const std::uint32_t u : reached_) labels_[u] = {};
    }

    /// How many vertices a search from the source goes through.
    std::size_t reach(std::uint32_t source) {
        search(source);
        for (const std::uint32_t u : reached_) labels_[u] = {};
        return reached_.size();
    }

    LoadSums sums;

  private:
    struct alignas(32) Label {
        double distance = std::numeric_limits<double>::infinity();
        double count = 0;
        double share = 0;  ///< Of the load that each path to the vertex brings with it.
    };

    /// Whether a path to a vertex that was reached is no longer than the cutoff.
    bool within(std::uint32_t source, std::uint32_t u) const {
        const std::vector<double>& h = arcs_.potential;
        return h.empty() || labels_[u].distance - h[source] + h[u] <= cutoff_;
    }

    void add_load(std::uint32_t u, double load) {
        sums.load[u] += load;
        if (!sums.squares.empty()) sums.squares[u] += load * load;
    }

    void search(std::uint32_t source) {
        // A path of any cost may be short where weights are negative.
        const double dearest =
            arcs_.potential.empty() ? cutoff_ : std::numeric_limits<double>::infinity();
        reached_.clear();
        labels_[source] = {0, 1, 0};
        heap_.push(0, source);
        while (!heap_.empty()) {
            const auto [u, distance] = heap_.pop();
            const Label from = labels_[u];
            if (distance != from.distance) continue;
            reached_.push_back(static_cast<std::uint32_t>(u));
            for (std::size_t a = arcs_.first[u]; a < arcs_.first[u + 1]; ++a) {
                Label& to = labels_[arcs_.target[a]];
                const double candidate = from.distance + arcs_.cost[a];
                if (candidate > dearest) continue;
                if (candidate < to.distance) {
                    to.distance = candidate;
                    to.count = from.count;
                    heap_.push(candidate, arcs_.target[a]);
                } else if (candidate == to.distance) {
                    to.count += from.count;
                }
            }
        }
    }

    /// The load that paths over its tight arcs give to a vertex.
    double hand_back(std::uint32_t u, double weight) {
        const Label from = labels_[u];
        double passing = 0;
        for (std::size_t a = arcs_.first[u]; a < arcs_.first[u + 1]; ++a) {
            const Label& to = labels_[arcs_.target[a]];
            if (from.distance + arcs_.cost[a] != to.distance) continue;
            passing += to.share;
            if (!sums.arc_load.empty()) sums.arc_load[a] += weight * from.count * to.share;
        }
        return passing * from.count;
    }

    const NumberedArcs& arcs_;
    const std::vector<double>& ends_;  // the weights of targets
    bool endpoints_;
    double cutoff_;
    std::vector<Label> labels_;
    std::vector<std::uint32_t> reached_;  // nearest first
    VertexHeap heap_;
};

}  // namespace apsp
