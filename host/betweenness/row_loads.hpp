// Loads of the shortest paths from one source after the other whose distances are known. There is
// no heap: the tight arcs, those of shortest paths, are found in one loop over all arcs, sorted by
// the distances of their tails, and gone through once forwards and once back.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "betweenness/loads.hpp"
#include "betweenness/numbered_arcs.hpp"

namespace apsp {

/// For costs that are short integers. Each thread needs its own. The sums are by number, and by
/// place in NumberedArcs.
class RowLoads {
  public:
    RowLoads(const LoadQuestion& question, const NumberedArcs& arcs,
             const std::vector<double>& ends)
        : sums(question, ends.size(), arcs.target.size()),
          arcs_(arcs),
          ends_(ends),
          endpoints_(question.endpoints),
          cost_(arcs.cost.begin(), arcs.cost.end()),
          distance_(ends.size()),
          count_(ends.size()),
          ending_(ends.size()),
          share_(ends.size()),
          found_(arcs.target.size() + 1) {
        for (std::uint32_t u = 0; u < ends.size(); ++u) {
            tail_.insert(tail_.end(), arcs.first[u + 1] - arcs.first[u], u);
        }
    }

    /// Adds the loads of all paths from the source, with its distances to all vertices in their own
    /// order.
    template <class T>
    void add(std::uint32_t source, double weight, std::span<const T> row, T no_path) {
        std::uint32_t farthest = 0;
        for (std::size_t v = 0; v < distance_.size(); ++v) {
            const T length = row[arcs_.vertex[v]];
            const bool path = length != no_path;
            distance_[v] = path ? static_cast<std::uint32_t>(length) : kNone;
            farthest = std::max(farthest, path ? distance_[v] : 0);
        }
        find_tight_arcs();
        sort(farthest);
        std::ranges::fill(count_, 0);
        count_[source] = 1;
        for (const Tight& arc : tight_) count_[arc.head] += count_[arc.tail];
        double ends = 0;
        for (std::size_t v = 0; v < count_.size(); ++v) {
            const double ending = count_[v] > 0 && v != source ? ends_[v] : 0;
            ends += ending;
            ending_[v] = ending / std::max(count_[v], 1.0);
            sums.most = std::max(sums.most, count_[v]);
        }
        hand_back(weight);
        share_[source] = endpoints_ ? ends : 0;
        for (std::size_t v = 0; v < count_.size(); ++v) {
            const double passing = share_[v] + (endpoints_ ? ending_[v] : 0);
            const double load = weight * count_[v] * passing;
            sums.load[v] += load;
            if (!sums.squares.empty()) sums.squares[v] += load * load;
        }
        sums.pairs += weight * ends;
    }

    LoadSums sums;

  private:
    struct Tight {
        std::uint32_t tail, head, arc;
    };
    static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

    void find_tight_arcs() {
        std::size_t end = 0;
        for (std::uint32_t a = 0; a < tail_.size(); ++a) {
            const std::uint32_t from = distance_[tail_[a]], to = distance_[arcs_.target[a]];
            found_[end] = a;  // overwritten by the next unless it is tight: no branch
            end += static_cast<std::size_t>((to == from + cost_[a]) & (from != kNone));
        }
        tight_.resize(end);
        for (std::size_t k = 0; k < end; ++k) {
            tight_[k] = {tail_[found_[k]], arcs_.target[found_[k]], found_[k]};
        }
    }

    /// Sorts the tight arcs by the distances of their tails, digit by digit.
    void sort(std::uint32_t farthest) {
        const auto bits = static_cast<unsigned>(std::bit_width(farthest));
        const unsigned digits = (bits + 10) / 11,
                       width = digits == 0 ? 0 : (bits + digits - 1) / digits;
        sorted_.resize(tight_.size());
        for (unsigned shift = 0; shift < bits; shift += width) {
            places_.assign((std::size_t{1} << width) + 1, 0);
            const auto digit = [&](const Tight& arc) {
                return distance_[arc.tail] >> shift & ((1U << width) - 1);
            };
            for (const Tight& arc : tight_) ++places_[digit(arc) + 1];
            for (std::size_t k = 1; k < places_.size(); ++k) places_[k] += places_[k - 1];
            for (const Tight& arc : tight_) sorted_[places_[digit(arc)]++] = arc;
            std::swap(tight_, sorted_);
        }
    }

    /// `share_` becomes what each path to a vertex carries on from there.
    void hand_back(double weight) {
        std::ranges::fill(share_, 0);
        for (auto arc = tight_.rbegin(); arc != tight_.rend(); ++arc) {
            const double share = share_[arc->head] + ending_[arc->head];
            share_[arc->tail] += share;
            if (!sums.arc_load.empty())
                sums.arc_load[arc->arc] += weight * count_[arc->tail] * share;
        }
    }

    const NumberedArcs& arcs_;
    const std::vector<double>& ends_;  // the weights of targets
    bool endpoints_;
    std::vector<std::uint32_t> cost_, distance_;
    std::vector<double> count_;   // of shortest paths
    std::vector<double> ending_;  // what ends at the vertex, per path
    std::vector<double> share_;
    std::vector<Tight> tight_, sorted_;
    std::vector<std::uint32_t> tail_, found_, places_;
};

}  // namespace apsp
