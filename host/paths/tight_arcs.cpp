// See tight_arcs.hpp. Two passes over the arcs by rows, as they lie in memory: the first counts the
// tight arcs into each vertex, the second puts them into their lists. Each thread has a part of the
// rows, with counts and places of its own, so that threads share nothing.
#include "paths/tight_arcs.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

#include "base/parallel_for.hpp"
#include "graph/arcs_each.hpp"
#include "graph/padding.hpp"
#include "graph/rounding.hpp"
#include "paths/tight_row.hpp"
#include "paths/tight_rows.hpp"

namespace apsp {
namespace {

constexpr std::size_t kRowsPerWord = 64;

/// Like TightRow, but for arcs that were found elsewhere.
template <class T>
class SavedRow {
  public:
    SavedRow(const TightRows& rows, const std::vector<std::size_t>& first)
        : rows_(rows), first_(first) {}

    template <class F>
    void for_each(std::size_t i, F&& f) const {
        constexpr std::uint32_t kDirect = TightRows::kDirect;
        const T* const weights = reinterpret_cast<const T*>(rows_.weights.data());
        for (std::size_t a = first_[i]; a < first_[i] + rows_.counts[i]; ++a) {
            const std::uint32_t target = rows_.targets[a];
            f(target & ~kDirect, weights[a], (target & kDirect) != 0);
        }
    }

  private:
    const TightRows& rows_;
    const std::vector<std::size_t>& first_;
};

/// Builds the lists by targets from the tight arcs out of each row.
template <class T, class Row>
class Lists {
  public:
    /// `steps`: the arcs to look at, all in all.
    Lists(const Row& row, double steps, TightArcs& arcs)
        : row_(row), steps_(steps), arcs_(arcs), ld_(padded(arcs.n)) {
        const std::size_t words = (arcs.n + kRowsPerWord - 1) / kRowsPerWord;
        parts_ = std::min(team_limit(), words);
        places_.assign(parts_ * ld_, 0);
    }

    void fill() {
        arcs_.words = ld_ / kRowsPerWord;
        arcs_.direct.assign(ld_ * arcs_.words, 0);
        for_each_tight([&](std::size_t part, std::size_t i, std::uint32_t j, T, bool direct) {
            ++places_[part * ld_ + j];
            arcs_.direct[j * arcs_.words + i / kRowsPerWord] |= std::uint64_t{direct}
                                                                << i % kRowsPerWord;
        });
        make_room();
        T* const weights = reinterpret_cast<T*>(arcs_.weights.data());
        for_each_tight([&](std::size_t part, std::size_t i, std::uint32_t j, T w, bool) {
            if (arcs_.first[j] == arcs_.first[j + 1]) return;
            const std::size_t place = places_[part * ld_ + j]++;
            arcs_.sources[place] = static_cast<std::uint32_t>(i);
            weights[place] = w;
        });
    }

  private:
    /// Calls f(part, source, target, weight, direct), parts in parallel, rows of each in order.
    template <class F>
    void for_each_tight(F&& f) {
        const std::size_t words = (arcs_.n + kRowsPerWord - 1) / kRowsPerWord;
        const double cost = 2 * steps_ / static_cast<double>(parts_);
        const std::stop_token& stop = stop_token();
        parallel_for({0, parts_}, cost, [&](std::size_t part) {
            const std::size_t last = std::min(words * (part + 1) / parts_ * kRowsPerWord, arcs_.n);
            Row row = row_;
            for (std::size_t i = words * part / parts_ * kRowsPerWord; i < last; ++i) {
                if (stop.stop_requested()) break;
                row.for_each(i,
                             [&](std::uint32_t j, T w, bool direct) { f(part, i, j, w, direct); });
            }
        });
    }

    /// Turns counts into places: the lists are in ascending order of targets, each of them by
    /// parts.
    void make_room() {
        arcs_.first.assign(ld_ + 1, 0);
        std::size_t place = 0;
        for (std::size_t j = 0; j < ld_; ++j) {
            arcs_.first[j] = place;
            std::size_t direct = 0;
            for (std::size_t word = 0; word < arcs_.words; ++word) {
                direct +=
                    static_cast<std::size_t>(std::popcount(arcs_.direct[j * arcs_.words + word]));
            }
            if (direct + 1 == arcs_.n) continue;
            for (std::size_t part = 0; part < parts_; ++part) {
                const std::size_t count = places_[part * ld_ + j];
                places_[part * ld_ + j] = place;
                place += count;
            }
        }
        arcs_.first[ld_] = place;
        arcs_.sources.resize(place);
        arcs_.weights.resize(place * sizeof(T));
    }

    const Row& row_;
    double steps_;
    TightArcs& arcs_;
    std::size_t ld_;
    std::size_t parts_ = 1;
    std::vector<std::size_t> places_;  // counts, then places, of each part and target
};

template <class T, class Row>
void fill_lists(const Row& row, double steps, TightArcs& arcs) {
    Lists<T, Row>(row, steps, arcs).fill();
}

/// The class of an integer: its power of 2, the last class for 0.
constexpr std::size_t kClasses = 64;
std::size_t power_of(double length) {
    if (length <= 0) return kClasses - 1;
    const auto exponent = std::bit_cast<std::uint64_t>(length) >> 52;
    return std::min<std::size_t>(exponent - 1023, kClasses - 2);
}

/// Near vertices are predecessors on more paths than far ones, so a search that meets them first is
/// short. Powers of 2 are order enough. There may be a circle if an arc and the way back from its
/// target have length 0 together, which the distances, if there are any, tell.
template <class T>
bool order(const Matrix* distances, Range targets, TightArcs& arcs) {
    T* const weights = reinterpret_cast<T*>(arcs.weights.data());
    const T far = static_cast<T>(arcs.no_path_from);
    bool circles = false;
    struct Own {
        std::vector<std::uint32_t> sources = {};
        std::vector<T> weights = {};
        bool circles = false;
    };
    const auto order_list = [&](Own& own, std::size_t j) {
        const std::size_t begin = arcs.first[j], count = arcs.first[j + 1] - begin;
        const T* const back = distances == nullptr ? nullptr : distances->row<T>(j).data();
        for (std::size_t a = begin; a < begin + count && back != nullptr; ++a) {
            const T d = back[arcs.sources[a]];
            own.circles = own.circles || (d < far && weights[a] + d == 0);
        }
        if (count < 2) return;
        own.sources.assign(&arcs.sources[begin], &arcs.sources[begin] + count);
        own.weights.assign(weights + begin, weights + begin + count);
        const auto class_of = [&](std::size_t a) {
            return power_of(static_cast<double>(own.weights[a]));
        };
        std::size_t starts[kClasses + 1] = {};
        for (std::size_t a = 0; a < count; ++a) ++starts[class_of(a) + 1];
        for (std::size_t c = 0; c < kClasses; ++c) starts[c + 1] += starts[c];
        for (std::size_t a = 0; a < count; ++a) {
            const std::size_t place = begin + starts[class_of(a)]++;
            arcs.sources[place] = own.sources[a];
            weights[place] = own.weights[a];
        }
    };
    const double each = static_cast<double>(arcs.sources.size()) / static_cast<double>(arcs.n);
    parallel_with(
        targets, kClasses + 5 * each, [](std::size_t) { return Own(); }, order_list,
        [&](const Own& own) { circles = circles || own.circles; });
    return circles;
}

}  // namespace

TightArcs find_tight_arcs(const Graph& graph, const Matrix& distances) {
    TightArcs arcs;
    static_cast<TightRule&>(arcs) = tight_rule(graph, distances);
    visit(arcs.dtype, [&](auto sample) {
        using T = decltype(sample);
        fill_lists<T>(TightRow<T>(graph, distances, arcs),
                      arcs_each(graph) * static_cast<double>(arcs.n), arcs);
    });
    if (arcs.exact) arcs.circles = order_lists(graph, distances, {0, arcs.n}, arcs);
    return arcs;
}

TightArcs list_tight_arcs(const TightRule& rule, const TightRows& all) {
    TightArcs arcs;
    static_cast<TightRule&>(arcs) = rule;
    std::vector<std::size_t> first(rule.n);
    std::exclusive_scan(all.counts.begin(), all.counts.end(), first.begin(), std::size_t{0});
    visit(rule.dtype, [&](auto sample) {
        using T = decltype(sample);
        fill_lists<T>(SavedRow<T>(all, first), static_cast<double>(all.targets.size()), arcs);
    });
    return arcs;
}

TightArcs all_arcs(const Graph& graph, Dtype dtype) {
    TightArcs arcs;
    static_cast<TightRule&>(arcs) = tight_rule(graph, dtype, [] { return kInfinity; });
    const auto for_each = [&](const auto& f) {
        for (std::size_t i = 0; i < arcs.n; ++i) {
            graph.for_each_cost(i, [&](std::size_t j, double w) {
                if (w < arcs.no_path_from && j != i) f(i, j, w);
            });
        }
    };
    arcs.first.assign(padded(arcs.n) + 1, 0);
    for_each([&](std::size_t, std::size_t j, double) { ++arcs.first[j + 1]; });
    std::partial_sum(arcs.first.begin(), arcs.first.end(), arcs.first.begin());
    std::vector<std::size_t> next = arcs.first;
    std::vector<double> costs(next.back());
    arcs.sources.resize(next.back());
    for_each([&](std::size_t i, std::size_t j, double w) {
        const std::size_t place = next[j]++;
        arcs.sources[place] = static_cast<std::uint32_t>(i);
        costs[place] = w;
    });
    visit(dtype, [&](auto sample) {
        using T = decltype(sample);
        arcs.weights.resize(costs.size() * sizeof(T));
        std::ranges::transform(costs, reinterpret_cast<T*>(arcs.weights.data()),
                               [](double w) { return static_cast<T>(w); });
        // In the order of find_tight_arcs, if sums may be exact.
        if (graph.integral_costs()) order<T>(nullptr, {0, arcs.n}, arcs);
    });
    return arcs;
}

bool order_lists(const Graph& graph, const Matrix& distances, Range targets, TightArcs& arcs) {
    return visit(arcs.dtype, [&](auto sample) {
        return order<decltype(sample)>(graph.min_cost() <= 0 ? &distances : nullptr, targets, arcs);
    });
}

}  // namespace apsp
