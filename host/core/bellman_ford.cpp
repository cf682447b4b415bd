// Bellman-Ford (Bellman 1958, Ford 1956). After each round the parents are searched for a cycle: it
// is a negative one (Cormen et al., lemma 24.16), and is found long before round n.
//
// Labels are doubles first, and sums are rounded down: once no arc makes a label smaller, no
// reduced cost is negative, however many roundings there were. Around a cycle of length 0 rounding
// down never ends; its parents then form a cycle whose exact sum is not negative, and labels
// without rounding take over.
#include "core/bellman_ford.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/dense_rounds.hpp"
#include "core/fixed_point.hpp"
#include "core/text.hpp"

namespace apsp {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Vertices whose label has changed, and so has to be tried on the arcs out of them.
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

/// Rounds until no label changes, or until parents form a cycle, which is returned.
template <class Round>
std::vector<std::size_t> settle(std::size_t n, Round&& round) {
    std::vector<std::uint32_t> parent(n, kNoParent);
    Changed changed(n, 1);
    while (round(changed, parent)) {
        auto cycle = find_parent_cycle(parent);
        if (!cycle.empty()) return cycle;
    }
    return {};
}

/// A round over the arcs out of changed vertices, in order: improve(i, j, w) says whether it made
/// the label of j smaller.
template <class Improve>
bool sparse_round(const Graph& graph, Changed& changed, std::vector<std::uint32_t>& parent,
                  Improve&& improve) {
    bool any = false;
    for (std::size_t i = 0; i < graph.vertices(); ++i) {
        if (!changed[i]) continue;
        changed[i] = 0;
        graph.for_each_arc(i, [&](std::size_t j, double w) {
            if (!improve(i, j, w)) return;
            parent[j] = static_cast<std::uint32_t>(i);
            changed[j] = 1;
            any = true;
        });
    }
    return any;
}

/// Labels in doubles, from 0; and a cycle of parents where there is one.
std::vector<std::size_t> settle_doubles(const Graph& graph, std::vector<double>& h) {
    if (graph.dense()) {
        return settle(graph.vertices(), [&](Changed& changed, auto& parent) {
            return dense_round(graph, changed, h, parent);
        });
    }
    return settle(graph.vertices(), [&](Changed& changed, auto& parent) {
        return sparse_round(graph, changed, parent, [&](std::size_t i, std::size_t j, double w) {
            if (h[i] + w > h[j]) return false;  // nearly always
            const double sum = sum_down(h[i], w);
            if (!(sum < h[j])) return false;
            h[j] = sum;
            return true;
        });
    });
}

/// Labels without rounding.
class ExactLabels {
  public:
    using Word = FixedPoint::Word;

    /// They begin at `h`.
    ExactLabels(const Graph& graph, const std::vector<double>& h) : h_(h) {
        for (std::size_t i = 0; i < h.size(); ++i) {
            format_.hold(h[i]);
            graph.for_each_arc(i, [&](std::size_t, double w) { format_.hold(w); });
        }
        words_ = format_.words(4 * h.size() + 4);
        labels_.resize(h.size() * words_);
        candidate_.resize(words_);
        for (std::size_t i = 0; i < h.size(); ++i) format_.add(label(i), h[i]);
    }

    bool improve(std::size_t i, std::size_t j, double w) {
        const double size = std::abs(w) + std::abs(h_[i]) + std::abs(h_[j]);
        if ((h_[i] + w) - h_[j] > size * 0x1p-50) return false;  // nearly always
        std::ranges::copy(label(i), candidate_.begin());
        format_.add(candidate_, w);
        if (!FixedPoint::less(candidate_, label(j))) return false;
        std::ranges::copy(candidate_, label(j).begin());
        h_[j] = format_.take_leading(candidate_);
        return true;
    }

    Potentials potentials() {
        std::vector<double> high(h_.size()), low(h_.size());
        for (std::size_t i = 0; i < h_.size(); ++i) {
            const double leading = format_.take_leading(label(i));
            const double rest = std::isfinite(leading) ? format_.take_leading(label(i)) : 0;
            const DoubleDouble h = exact_sum(leading, rest);
            high[i] = h.high;
            low[i] = h.low;
        }
        return Potentials(std::move(high), std::move(low));
    }

  private:
    std::span<Word> label(std::size_t i) { return {labels_.data() + i * words_, words_}; }

    FixedPoint format_;
    std::size_t words_ = 1;
    std::vector<double> h_;  // the labels' first 53 bits
    std::vector<Word> labels_;
    std::vector<Word> candidate_;
};

[[noreturn]] void refuse_overflow(const Graph& graph) {
    throw Error(ErrorKind::bad_input,
                fmt::format("{}: negative weights add up to less than {:.2g}, beyond every type; "
                            "scale the weights",
                            graph.origin(), std::numeric_limits<double>::lowest()));
}

BellmanFord by_exact_labels(const Graph& graph, std::vector<double> h) {
    if (!std::ranges::all_of(h, [](double v) { return std::isfinite(v); })) {
        h.assign(h.size(), 0);
    }
    ExactLabels labels(graph, h);
    BellmanFord result;
    result.negative_cycle = settle(h.size(), [&](Changed& changed, auto& parent) {
        return sparse_round(graph, changed, parent, [&](std::size_t i, std::size_t j, double w) {
            return labels.improve(i, j, w);
        });
    });
    if (!result.negative_cycle.empty()) return result;
    result.potentials = labels.potentials();
    if (!std::isfinite(result.potentials.spread())) refuse_overflow(graph);
    return result;
}

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
    BellmanFord result;
    std::vector<double> h(graph.vertices(), 0);
    if (graph.min_weight() >= 0) {
        result.potentials = Potentials(std::move(h));
        return result;
    }
    result.negative_cycle = settle_doubles(graph, h);
    const auto& cycle = result.negative_cycle;
    if (!cycle.empty() && cycle_weight(graph, cycle) < 0) return result;
    const bool finite = std::ranges::all_of(h, [](double v) { return std::isfinite(v); });
    if (!cycle.empty() || !finite) return by_exact_labels(graph, std::move(h));
    result.potentials = Potentials(std::move(h));
    return result;
}

}  // namespace apsp
