// See repair.hpp. Dijkstra's algorithm from the vertices whose distances stay, over the lengths
// d(i, u) + w - d(i, v), where d are the old distances. These lengths are not negative, whatever
// the sign of w, since no arc has become shorter.
#include "change/repair.hpp"

#include <algorithm>

#include "base/all_dtypes.hpp"
#include "base/parallel_for.hpp"
#include "change/columns.hpp"
#include "graph/dijkstra.hpp"

namespace apsp {
namespace {

/// Each thread needs its own.
template <class T>
class RowRepair {
  public:
    RowRepair(const ChangingGraph& graph, const Columns<T>& columns)
        : graph_(graph), columns_(columns), place_(graph.vertices(), 0) {}

    RepairedRow<T> operator()(const typename AffectedPairs<T>::Row& pairs, bool with_predecessors) {
        const auto& [i, row] = pairs.source;
        const std::size_t count = pairs.targets.size();
        row_ = row;
        states_.assign(count, {});
        for (std::size_t k = 0; k < count; ++k) {
            place_[pairs.targets[k]] = static_cast<std::uint32_t>(k + 1);
        }
        start(pairs.targets, with_predecessors);
        settle(pairs.targets);
        RepairedRow<T> result{i, pairs.targets, {}, {}};
        result.distances.reserve(count);
        for (std::size_t k = 0; k < count; ++k) {
            place_[pairs.targets[k]] = 0;
            const auto& [label, predecessor, too_far, settled] = states_[k];
            const bool none = label == no_sum<T>();
            if (none && too_far) refuse_distance<T>(label, i, pairs.targets[k]);
            result.distances.push_back(fitted<T>(label, i, pairs.targets[k]));
            if (with_predecessors) result.predecessors.push_back(predecessor);
        }
        return result;
    }

  private:
    struct State {
        Sum<T> label = no_sum<T>();
        std::int32_t predecessor = kNoPredecessor;
        bool too_far = false;  ///< There is a path, but a Sum does not hold its length.
        bool settled = false;
    };

    /// Returns whether the path is shorter than those before.
    bool reach(std::size_t k, Sum<T> label, std::size_t from) {
        State& state = states_[k];
        state.too_far = state.too_far || label == no_sum<T>();
        if (!(label < state.label)) return false;
        state.label = label;
        state.predecessor = static_cast<std::int32_t>(from);
        return true;
    }
    void push(std::size_t k, std::size_t vertex) {
        heap_.push(static_cast<double>(states_[k].label - sum_of(row_[vertex])), vertex);
    }

    /// Starts from the vertices whose distances are right.
    void start(const std::vector<std::uint32_t>& targets, bool with_predecessors) {
        if (graph_.dense()) columns_.take_row(row_, targets, near_);
        for (std::size_t k = 0; k < targets.size(); ++k) {
            if (graph_.dense()) {
                const auto nearest = columns_.nearest(near_, targets[k], with_predecessors);
                if (nearest.label < no_sum<T>()) reach(k, nearest.label, nearest.vertex);
                states_[k].too_far = nearest.too_far;
            } else {
                graph_.for_each_into(targets[k], [&](std::size_t x, double w) {
                    if (place_[x] != 0 || row_[x] == infinity<T>()) return;
                    reach(k, sum_of(row_[x]) + sum_of_weight<T>(w), x);
                });
            }
            if (states_[k].label < no_sum<T>()) push(k, targets[k]);
        }
    }

    void settle(const std::vector<std::uint32_t>& targets) {
        while (!heap_.empty()) {
            const std::size_t u = heap_.pop().vertex;
            State& state = states_[place_[u] - 1];
            if (state.settled) continue;
            state.settled = true;
            const auto relax = [&](std::size_t v, Sum<T> w) {
                const std::size_t k = place_[v] - 1;
                if (!states_[k].settled && reach(k, state.label + w, u)) push(k, v);
            };
            if (graph_.dense()) {
                columns_.for_each_out(u, targets, relax);
            } else {
                graph_.for_each_out(u, [&](std::size_t v, double w) {
                    if (place_[v] != 0) relax(v, sum_of_weight<T>(w));
                });
            }
        }
    }

    const ChangingGraph& graph_;
    const Columns<T>& columns_;
    const T* row_ = nullptr;
    std::vector<std::uint32_t> place_;  // of a vertex among the targets, from 1
    std::vector<State> states_;
    std::vector<Lane<T>> near_;
    VertexHeap heap_;
};

constexpr double kPair = 100;  // ns

template <class T>
std::vector<RepairedRow<T>> repair_rows(const ChangingGraph& graph, const AffectedPairs<T>& pairs,
                                        bool with_predecessors) {
    std::vector<RepairedRow<T>> repaired(pairs.rows.size());
    const Columns<T> columns(graph, pairs);
    const double each = static_cast<double>(pairs.count) / static_cast<double>(pairs.rows.size());
    parallel_with(
        {0, repaired.size()}, kPair * each,
        [&](std::size_t) { return RowRepair<T>(graph, columns); },
        [&](RowRepair<T>& row, std::size_t r) {
            repaired[r] = row(pairs.rows[r], with_predecessors);
        });
    return repaired;
}

}  // namespace

template <class T>
std::vector<RepairedRow<T>> repair(const ChangingGraph& graph, const AffectedPairs<T>& pairs,
                                   bool with_predecessors) {
    return repair_rows<T>(graph, pairs, with_predecessors);
}

#define APSP_INSTANTIATE(T)                                                                    \
    template std::vector<RepairedRow<T>> repair(const ChangingGraph&, const AffectedPairs<T>&, \
                                                bool);
APSP_FOR_DTYPES(APSP_INSTANTIATE)
#undef APSP_INSTANTIATE

}  // namespace apsp
