// See tight_arcs.hpp. Two passes over the arcs by rows, as they lie in memory: the first counts the
// tight ones into each vertex, the second puts them into their lists. Parts of the rows, one a
// thread, have counts and places of their own, so that threads share nothing.
#include "core/tight_arcs.hpp"

#include <omp.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/equal_bits.hpp"
#include "core/tolerance.hpp"

namespace apsp {
namespace {

constexpr std::size_t kRowsPerWord = 64;

double largest_distance(const Matrix& distances) {
    return visit(distances.dtype(), [&](auto sample) {
        using T = decltype(sample);
        T largest = 0;
#pragma omp parallel for reduction(max : largest) schedule(static)
        for (std::size_t i = 0; i < distances.n(); ++i) {
            for (const T d : distances.row<T>(i)) {
                const T size = d < 0 ? static_cast<T>(-d) : d;
                largest = size < infinity<T>() && size > largest ? size : largest;
            }
        }
        return static_cast<double>(largest);
    });
}

double largest_weight(const Graph& graph) {
    return std::max(std::abs(graph.min_weight()), std::abs(graph.max_weight()));
}

/// Whether sums of any path are exact.
bool always_exact(const Graph& graph, Dtype dtype) {
    return is_integral(dtype) ||
           Tolerance(graph, dtype)
               .exact(largest_weight(graph) * static_cast<double>(graph.vertices()));
}

template <class T>
class Finder {
  public:
    Finder(const Graph& graph, const Matrix& distances, TightArcs& arcs)
        : graph_(graph), distances_(distances), arcs_(arcs), ld_(distances.ld()) {
        const std::size_t words = (arcs.n + kRowsPerWord - 1) / kRowsPerWord;
        parts_ = std::min(static_cast<std::size_t>(omp_get_max_threads()), words);
        places_.assign(parts_ * ld_, 0);
    }

    void run() {
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
        arcs_.circles = !arcs_.exact && !arcs_.non_negative;
        if (arcs_.exact) order();
    }

  private:
    /// Calls f(part, source, target, weight, direct), parts in parallel, rows of each in order.
    template <class F>
    void for_each_tight(F&& f) {
        const std::size_t words = (arcs_.n + kRowsPerWord - 1) / kRowsPerWord;
#pragma omp parallel for schedule(static, 1)
        for (std::size_t part = 0; part < parts_; ++part) {
            const std::size_t last = std::min(words * (part + 1) / parts_ * kRowsPerWord, arcs_.n);
            std::vector<std::uint32_t> targets(arcs_.n + 1);
            std::vector<T> weights(arcs_.n + 1);
            for (std::size_t i = words * part / parts_ * kRowsPerWord; i < last; ++i) {
                const std::size_t count = tight_from(i, targets.data(), weights.data());
                const auto row = distances_.row<T>(i);
                for (std::size_t a = 0; a < count; ++a) {
                    f(part, i, targets[a], weights[a], weights[a] == row[targets[a]]);
                }
            }
        }
    }

    /// Tight arcs out of i, without branches: which are tight no processor foresees.
    std::size_t tight_from(std::size_t i, std::uint32_t* targets, T* weights) const {
        const T* const row = distances_.row<T>(i).data();
        if (graph_.matrix() != nullptr && arcs_.exact)
            return equal_in_row(i, row, targets, weights);
        const T far = static_cast<T>(arcs_.no_path_from);
        const bool exact = arcs_.exact;
        std::size_t count = 0;
        graph_.for_each_arc(i, [&](std::size_t j, double weight) {
            targets[count] = static_cast<std::uint32_t>(j);
            if constexpr (std::is_integral_v<T>) {
                weights[count] = row[j];
                count += weight == static_cast<double>(row[j]) && row[j] < far && j != i;
            } else {
                const T w = static_cast<T>(weight);
                weights[count] = w;
                const double slack =
                    exact ? 0 : arcs_.relative_slack * std::abs(weight) + arcs_.absolute_slack;
                const bool tight = static_cast<double>(w) <= static_cast<double>(row[j]) + slack;
                count += tight && w < far && j != i;
            }
        });
        return count;
    }

    /// The same of a dense graph.
    std::size_t equal_in_row(std::size_t i, const T* row, std::uint32_t* targets,
                             T* weights) const {
        return visit(graph_.matrix()->dtype(), [&](auto sample) {
            using W = decltype(sample);
            const W* const graph_row = graph_.matrix()->row<W>(i).data();
            const T far = static_cast<T>(arcs_.no_path_from);
            std::size_t count = 0;
            for (std::size_t first = 0; first < arcs_.n; first += kRowsPerWord) {
                std::uint64_t bits = equal_bits(graph_row + first, row + first);
                if (const std::size_t left = arcs_.n - first; left < kRowsPerWord) {
                    bits &= (std::uint64_t{1} << left) - 1;  // without the padding
                }
                for (; bits != 0; bits &= bits - 1) {
                    const std::size_t j = first + static_cast<std::size_t>(std::countr_zero(bits));
                    targets[count] = static_cast<std::uint32_t>(j);
                    weights[count] = row[j];
                    count += row[j] < far && j != i;
                }
            }
            return count;
        });
    }

    /// From counts to places: lists of ascending targets, each by parts.
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

    /// Near vertices are the last but one of more paths than far ones, so a search that meets them
    /// first is short. Where weights are negative, near is who is soon there and back. Powers of 2
    /// are order enough. Circles are of arcs that are there and back for nothing.
    void order() {
        T* const weights = reinterpret_cast<T*>(arcs_.weights.data());
        const T far = static_cast<T>(arcs_.no_path_from);
        bool circles = false;
#pragma omp parallel reduction(|| : circles)
        {
            std::vector<std::uint32_t> old_sources;
            std::vector<T> old_weights;
#pragma omp for schedule(dynamic, 64)
            for (std::size_t j = 0; j < arcs_.n; ++j) {
                const std::size_t begin = arcs_.first[j], count = arcs_.first[j + 1] - begin;
                const T* const back = distances_.row<T>(j).data();
                for (std::size_t a = begin; a < begin + count && graph_.min_weight() <= 0; ++a) {
                    const T d = back[arcs_.sources[a]];
                    circles = circles || (d < far && weights[a] + d == 0);
                }
                if (count < 2) continue;
                old_sources.assign(&arcs_.sources[begin], &arcs_.sources[begin] + count);
                old_weights.assign(weights + begin, weights + begin + count);
                const auto class_of = [&](std::size_t a) {
                    const double w = static_cast<double>(old_weights[a]);
                    if (arcs_.non_negative) return power_of(w);
                    const T d = back[old_sources[a]];
                    return d < far ? power_of(w + static_cast<double>(d)) : kClasses - 2;
                };
                std::size_t starts[kClasses + 1] = {};
                for (std::size_t a = 0; a < count; ++a) ++starts[class_of(a) + 1];
                for (std::size_t c = 0; c < kClasses; ++c) starts[c + 1] += starts[c];
                for (std::size_t a = 0; a < count; ++a) {
                    const std::size_t place = begin + starts[class_of(a)]++;
                    arcs_.sources[place] = old_sources[a];
                    weights[place] = old_weights[a];
                }
            }
        }
        arcs_.circles = circles;
    }

    /// The class of an integer: its power of 2, the last class for 0.
    static constexpr std::size_t kClasses = 64;
    static std::size_t power_of(double length) {
        if (length <= 0) return kClasses - 1;
        const auto exponent = std::bit_cast<std::uint64_t>(length) >> 52;
        return std::min<std::size_t>(exponent - 1023, kClasses - 2);
    }

    const Graph& graph_;
    const Matrix& distances_;
    TightArcs& arcs_;
    std::size_t ld_;
    std::size_t parts_ = 1;
    std::vector<std::size_t> places_;  // counts, then places, of each part and target
};

}  // namespace

TightRule tight_rule(const Graph& graph, const Matrix& distances) {
    TightRule rule;
    rule.n = graph.vertices();
    rule.dtype = distances.dtype();
    rule.non_negative = graph.min_weight() >= 0;
    const Tolerance tolerance(graph, rule.dtype);
    rule.exact =
        always_exact(graph, rule.dtype) ||
        (graph.integral() && tolerance.exact(largest_weight(graph) + largest_distance(distances)));
    if (!rule.exact && rule.non_negative) {
        rule.relative_slack = tolerance.slack(1) - tolerance.slack(0);
    } else if (!rule.exact) {
        rule.absolute_slack = tolerance.slack(0);  // weights cancel
    }
    visit(rule.dtype, [&](auto sample) {
        using T = decltype(sample);
        rule.no_path_from = static_cast<double>(infinity<T>());
        if (std::is_integral_v<T> && !rule.non_negative) {
            rule.no_path_from = std::floor(rule.no_path_from / 2) + 1;
        }
    });
    return rule;
}

bool always_trees(const Graph& graph, Dtype dtype) {
    return graph.min_weight() > 0 && always_exact(graph, dtype);
}

TightArcs find_tight_arcs(const Graph& graph, const Matrix& distances) {
    TightArcs arcs;
    static_cast<TightRule&>(arcs) = tight_rule(graph, distances);
    visit(arcs.dtype, [&](auto sample) { Finder<decltype(sample)>(graph, distances, arcs).run(); });
    return arcs;
}

}  // namespace apsp
