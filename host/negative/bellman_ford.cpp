// Bellman-Ford (Bellman 1958, Ford 1956). After each round the parents are searched for a cycle:
// such a cycle is negative (Cormen et al., lemma 24.16), and is found long before round n.
//
// Labels are doubles first, which is all that integers need. With other weights, rounding may leave
// labels that are only nearly right, or lower them round a cycle of length 0 until the parents form
// it. So labels without rounding have the last word. They begin as the sums along the parents; most
// of them never change.
#include "negative/bellman_ford.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "base/fixed_point.hpp"
#include "base/parallel_for.hpp"
#include "base/stop.hpp"
#include "base/text.hpp"
#include "graph/rounding.hpp"
#include "negative/exact_labels.hpp"
#include "negative/label_rounds.hpp"

namespace apsp {
namespace {

/// Marks the vertices whose label has changed, so that the arcs out of them must be relaxed.
using Changed = std::vector<char>;

std::vector<std::size_t> find_parent_cycle(const std::vector<std::uint32_t>& parent) {
    std::vector<std::uint32_t> seen_from(parent.size(), kNoParent);
    for (std::uint32_t start = 0; start < parent.size(); ++start) {
        std::uint32_t v = start;
        while (v != kNoParent && seen_from[v] == kNoParent) {
            seen_from[v] = start;
            v = parent[v];
        }
        if (v == kNoParent || seen_from[v] != start) continue;
        std::vector<std::size_t> cycle;
        for (std::uint32_t u = v; cycle.empty() || u != v; u = parent[u]) cycle.push_back(u);
        std::reverse(cycle.begin(), cycle.end());
        return cycle;
    }
    return {};
}

constexpr std::size_t kAtOnce = 256;  // entries between two checks for a better label

/// Labels of one thread, of the type L, which holds every sum that is needed.
template <class L>
struct OwnLabels {
    std::vector<L> h;
    std::vector<std::uint32_t> parent;
};

template <class L, class T>
bool improves(L from, const T* weights, const L* labels, std::size_t count) {
    int any = 0;
#pragma omp simd reduction(| : any)
    for (std::size_t j = 0; j < count; ++j) {
        any |= from + static_cast<L>(weights[j]) < labels[j] ? 1 : 0;
    }
    return any != 0;
}

template <class L, class T>
void relax_row(const T* row, std::size_t i, L from, OwnLabels<L>& own) {
    const std::size_t n = own.h.size();
    for (std::size_t first = 0; first < n; first += kAtOnce) {
        const std::size_t count = std::min(kAtOnce, n - first);
        if (!improves(from, row + first, own.h.data() + first, count)) continue;
        for (std::size_t j = first; j < first + count; ++j) {
            if (row[j] == infinity<T>() || (i == j && row[j] >= 0)) continue;
            const L sum = from + static_cast<L>(row[j]);
            if (!(sum < own.h[j])) continue;
            own.h[j] = sum;
            own.parent[j] = static_cast<std::uint32_t>(i);
        }
    }
}

Potentials potentials_of(const ExactLabels& labels, std::size_t n) {
    std::vector<double> high(n), low(n);
    bool exact = true;
    for (std::size_t i = 0; i < n; ++i) {
        const auto [value, whole] = labels.value(i);
        high[i] = value.high;
        low[i] = value.low;
        exact = exact && whole;
    }
    return Potentials(std::move(high), std::move(low), exact);
}

/// One run over a graph: the labels of its vertices, and for each the vertex that lowered it last.
class BellmanFordRun {
  public:
    explicit BellmanFordRun(const Graph& graph)
        : graph_(graph), h_(graph.vertices(), 0), parent_(graph.vertices(), kNoParent) {}

    BellmanFord finish() {
        BellmanFord result;
        result.negative_cycle = settle_doubles();
        result.cycle_weight = cycle_weight(graph_, result.negative_cycle);
        if (result.cycle_weight < 0) return result;
        if (exact_weights(graph_, Dtype::f64)) {
            result.potentials = Potentials(std::move(h_));
        } else {
            result = settle_exactly();
        }
        if (!result.negative_cycle.empty() && !(result.cycle_weight < 0)) {
            throw Error(
                ErrorKind::internal,
                fmt::format(
                    "{}: a cycle of {} arcs was taken for a negative one, but its weight is {}",
                    graph_.origin(), result.negative_cycle.size(), result.cycle_weight));
        }
        return result;
    }

  private:
    using Cycle = std::vector<std::size_t>;  // empty if there is none

    Changed all() const { return Changed(parent_.size(), 1); }

    /// Runs rounds until no label changes, or until parents form a cycle, which is returned.
    /// Without rounding one of the two happens within n + 1 rounds; with rounding, it gives up
    /// after 2 n.
    template <class Round>
    Cycle settle(Changed changed, Round&& round) {
        for (std::size_t rounds = 0; rounds <= 2 * parent_.size() && round(changed); ++rounds) {
            check_stop();
            auto cycle = find_parent_cycle(parent_);
            if (!cycle.empty()) return cycle;
        }
        return {};
    }

    /// The same over all arcs: `improve` is that of label_round.
    template <class Improve>
    Cycle settle_arcs(Improve&& improve) {
        return settle(all(), [&](Changed& changed) {
            return label_round(graph_, changed, [&](std::size_t i, std::size_t j, double w) {
                if (!improve(i, j, w)) return false;
                parent_[j] = static_cast<std::uint32_t>(i);
                return true;
            });
        });
    }

    /// Settles labels in doubles, starting from 0.
    Cycle settle_doubles() {
        if (!graph_.dense()) {
            return settle_arcs([&](std::size_t i, std::size_t j, double w) {
                if (!(h_[i] + w < h_[j])) return false;
                h_[j] = h_[i] + w;
                return true;
            });
        }
        auto cycle = settle_some_rows();
        if (!cycle.empty()) return cycle;
        return settle(all(), [&](Changed& changed) { return dense_round(changed); });
    }

    /// Settles labels of a dense graph by the arcs out of some vertices only: most labels then have
    /// their final value, and one round over all arcs does nearly all that is left. At n = 32768
    /// the matrix is read 1.15 times instead of 2.
    Cycle settle_some_rows() {
        constexpr std::size_t kEach = 16;
        Changed some(h_.size(), 0);
        for (std::size_t i = 0; i < some.size(); i += kEach) some[i] = 1;
        return settle(some, [&](Changed& changed) {
            const bool any = dense_round(changed);
            for (std::size_t i = 0; i < changed.size(); ++i) {
                changed[i] = changed[i] & (i % kEach == 0);
            }
            return any;
        });
    }

    /// A round over a dense graph's matrix, on all processors: lowers the labels of all vertices by
    /// the arcs out of the changed ones, with the labels from before the round. Each thread takes
    /// some rows, which lower labels of its own; in the end, the smallest labels over all threads
    /// count, so that the labels do not depend on the number of threads. Nearly all entries need
    /// just one comparison, without a branch.
    bool dense_round(Changed& changed) {
        return visit(graph_.matrix()->dtype(), [&](auto zero) {
            using T = decltype(zero);
            if constexpr (std::is_same_v<T, float>) {  // half the work of doubles
                if (exact_weights(graph_, Dtype::f32)) return relax_all<float, T>(changed);
            }
            return relax_all<double, T>(changed);
        });
    }

    template <class L, class T>
    bool relax_all(Changed& changed) {
        const Matrix& matrix = *graph_.matrix();
        const std::size_t n = matrix.n();
        std::vector<std::size_t> rows;
        for (std::size_t i = 0; i < n; ++i) {
            if (changed[i]) rows.push_back(i);
        }
        std::ranges::fill(changed, 0);
        bool any = false;
        const auto make = [&](std::size_t) {
            return OwnLabels<L>{{h_.begin(), h_.end()}, std::vector<std::uint32_t>(n, kNoParent)};
        };
        const auto relax = [&](OwnLabels<L>& own, std::size_t r) {
            const std::size_t i = rows[r];
            relax_row(matrix.row<T>(i).data(), i, static_cast<L>(h_[i]), own);
        };
        const auto merge = [&](const OwnLabels<L>& own) {
            for (std::size_t j = 0; j < n; ++j) {
                const double label = own.h[j];
                // Of equal labels, that of the first row counts.
                const bool sooner = changed[j] && label == h_[j] && own.parent[j] < parent_[j];
                if (!(label < h_[j]) && !sooner) continue;
                h_[j] = label;
                parent_[j] = own.parent[j];
                changed[j] = 1;
                any = true;
            }
        };
        parallel_with({0, rows.size()}, static_cast<double>(n), make, relax, merge);
        return any;
    }

    /// Settles labels without rounding, starting from the sums along the parents.
    BellmanFord settle_exactly() {
        ExactLabels labels(graph_);
        labels.begin(parent_);
        BellmanFord result;
        std::ranges::fill(parent_, kNoParent);
        result.negative_cycle =
            settle_arcs([&](auto i, auto j, double w) { return labels.improve(i, j, w); });
        result.cycle_weight = cycle_weight(graph_, result.negative_cycle);
        if (!result.negative_cycle.empty()) return result;
        result.potentials = potentials_of(labels, parent_.size());
        if (!std::isfinite(result.potentials.spread())) refuse_overflow();
        return result;
    }

    [[noreturn]] void refuse_overflow() const {
        throw Error(
            ErrorKind::bad_input,
            fmt::format("{}: negative weights add up to less than {:.2g}, beyond every type; "
                        "scale the weights",
                        graph_.origin(), std::numeric_limits<double>::lowest()));
    }

    const Graph& graph_;
    std::vector<double> h_;
    std::vector<std::uint32_t> parent_;
};

}  // namespace

double cycle_weight(const Graph& graph, const std::vector<std::size_t>& cycle) {
    std::vector<double> weights;
    for (std::size_t a = 0; a < cycle.size(); ++a) {
        weights.push_back(graph.weight(cycle[a], cycle[(a + 1) % cycle.size()]));
        if (std::isinf(weights.back())) return weights.back();
    }
    return exact_sum(weights);
}

BellmanFord bellman_ford(const Graph& graph) {
    if (graph.min_weight() < 0) return BellmanFordRun(graph).finish();
    BellmanFord result;
    result.potentials = Potentials(std::vector<double>(graph.vertices(), 0));
    return result;
}

}  // namespace apsp
