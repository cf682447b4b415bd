// See counted_lists.hpp.
#include "betweenness/counted_lists.hpp"

#include <algorithm>
#include <limits>

#include "base/stop.hpp"

namespace apsp {
namespace {

void add_paths(CountedPaths& paths, const CountedPaths& first, const CountedPaths& second) {
    const double length = first.length + second.length, count = first.count * second.count;
    if (length < paths.length) {
        paths.length = length;
        paths.count = count;
    } else if (length == paths.length) {
        paths.count += count;
    }
}

/// Hands on what of a load takes the way over `first` and `second`. Returns how much that is.
double hand_on(double load, const CountedPaths& paths, const CountedPaths& first,
               const CountedPaths& second, double& first_load, double& second_load) {
    if (load == 0 || first.length + second.length != paths.length) return 0;
    const double share = load * (first.count * second.count / paths.count);
    first_load += share;
    second_load += share;
    return share;
}

}  // namespace

std::pair<std::size_t, bool> CountedLists::entry_of(std::size_t source, std::size_t target) const {
    const std::uint32_t i = tree_.rank[source], j = tree_.rank[target];
    return {tree_.entry_from(std::min(i, j), std::max(i, j)), i < j};
}

template <class F>
void CountedLists::for_each_pair(std::size_t x, F&& f) const {
    const std::size_t last = tree_.first[x + 1];
    for (std::size_t a = tree_.first[x]; a < last; ++a) {
        // All later entries are in that neighbour's list, too, in the same order.
        std::size_t between = tree_.first[tree_.later[a]];
        for (std::size_t b = a + 1; b < last; ++b, ++between) {
            while (tree_.later[between] != tree_.later[b]) ++between;
            f(a, b, between);
        }
    }
}

CountedLists::CountedLists(const EliminationTree& tree, const CostArcs& arcs, bool symmetric)
    : tree_(tree), to_(tree.later.size()) {
    for (std::size_t a = 0; a < to_.size(); ++a) {
        to_[a] = {std::numeric_limits<double>::infinity(), 0, tree.depth[tree.later[a]]};
    }
    from_ = to_;
    for (std::size_t i = 0; i < arcs.vertices(); ++i) {
        for (std::size_t a = arcs.first[i]; a < arcs.first[i + 1]; ++a) {
            const auto [place, upwards] = entry_of(i, arcs.target[a]);
            CountedPaths& paths = (upwards ? to_ : from_)[place];
            paths.length = arcs.cost[a];
            paths.count = 1;
        }
    }
    for (std::size_t x = 0; x < tree.size(); ++x) {
        check_stop();
        if (symmetric) {
            const auto begin = static_cast<std::ptrdiff_t>(tree.first[x]);
            std::copy(to_.begin() + begin,
                      to_.begin() + static_cast<std::ptrdiff_t>(tree.first[x + 1]),
                      from_.begin() + begin);
        }
        for_each_pair(x, [&](std::size_t a, std::size_t b, std::size_t between) {
            add_paths(to_[between], from_[a], to_[b]);
            if (!symmetric) add_paths(from_[between], from_[b], to_[a]);
        });
    }
}

void CountedLists::unpack(const CostArcs& arcs, std::vector<double>& to_load,
                          std::vector<double>& from_load, std::vector<double>& rank_load,
                          std::vector<double>* arc_load) const {
    for (std::size_t x = tree_.size(); x-- > 0;) {
        check_stop();
        for_each_pair(x, [&](std::size_t a, std::size_t b, std::size_t between) {
            rank_load[x] += hand_on(to_load[between], to_[between], from_[a], to_[b], from_load[a],
                                    to_load[b]) +
                            hand_on(from_load[between], from_[between], from_[b], to_[a],
                                    from_load[b], to_load[a]);
        });
    }
    if (arc_load == nullptr) return;
    arc_load->assign(arcs.target.size(), 0);
    for (std::size_t i = 0; i < arcs.vertices(); ++i) {
        for (std::size_t a = arcs.first[i]; a < arcs.first[i + 1]; ++a) {
            const auto [place, upwards] = entry_of(i, arcs.target[a]);
            const CountedPaths& paths = (upwards ? to_ : from_)[place];
            if (paths.length != arcs.cost[a]) continue;
            (*arc_load)[a] = (upwards ? to_load : from_load)[place] / paths.count;
        }
    }
}

}  // namespace apsp
