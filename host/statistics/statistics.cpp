// Components need no search of the graph. If u reaches v, it reaches all that v reaches. If both
// reach equally many vertices, these are the same ones, so v reaches u, too. Only vertices that
// reach equally many are compared.
#include "statistics/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

#include "apsp/errors.hpp"
#include "base/parallel_for.hpp"
#include "base/text.hpp"
#include "graph/square.hpp"

namespace apsp {

void check_statistics(Semiring semiring) {
    if (semiring == Semiring::min_plus) return;
    throw Error(
        ErrorKind::usage,
        fmt::format("statistics are available over min-plus only, not over {}", name(semiring)));
}

void check_statistics(const StatisticsOptions& options, std::size_t n) {
    const auto& [harmonic, bounds, within, weights] = options;
    const auto refuse = [](std::string_view why) {
        throw Error(ErrorKind::usage, std::string(why));
    };
    const auto finite = [](double x) { return std::isfinite(x); };
    if (bounds.size() > kMostBounds) {
        refuse(fmt::format("{} bounds of distances: at most {} are possible", bounds.size(),
                           kMostBounds));
    }
    if (!std::ranges::all_of(bounds, finite) ||
        std::ranges::adjacent_find(bounds, std::ranges::greater_equal()) != bounds.end()) {
        refuse("bounds of distances must be finite and ascend, as in 5, 10, 20");
    }
    if (within && bounds.empty()) refuse("what is within no bound: name bounds of distances");
    if (weights.empty()) return;
    if (!within) refuse("weights of vertices are for what lies within bounds of each vertex");
    if (weights.size() != n || !std::ranges::all_of(weights, finite)) {
        refuse(
            fmt::format("{} weights of vertices: each of the {} vertices needs one, and all are "
                        "finite",
                        weights.size(), n));
    }
}

namespace {

/// What pairs of two vertices add up to in the bin of each bound, and beyond all.
std::vector<std::uint64_t> histogram_of(const std::vector<double>& up_to, std::uint64_t pairs) {
    std::vector<std::uint64_t> bins;
    std::uint64_t before = 0;
    for (const double count : up_to) {
        const auto all = static_cast<std::uint64_t>(count);
        bins.push_back(all - std::exchange(before, all));
    }
    if (!up_to.empty()) bins.push_back(pairs - before);
    return bins;
}

/// Vertices that reach equally many others are neighbours, in ascending order.
struct ByReach {
    std::vector<std::uint32_t> order;
    std::vector<std::uint32_t> group;  ///< Of each vertex, where its group begins.

    explicit ByReach(const std::vector<RowReduction>& all) : order(all.size()), group(all.size()) {
        std::iota(order.begin(), order.end(), 0);
        std::ranges::stable_sort(order, {}, [&](std::uint32_t v) { return all[v].count; });
        for (std::size_t k = 0; k < order.size(); ++k) {
            const bool same = k > 0 && all[order[k]].count == all[order[k - 1]].count;
            group[order[k]] = same ? group[order[k - 1]] : static_cast<std::uint32_t>(k);
        }
    }
};

std::vector<std::uint32_t> component_roots(const Matrix& distances,
                                           const std::vector<RowReduction>& all) {
    const ByReach by(all);
    std::vector<std::uint32_t> roots(all.size());
    visit(distances.dtype(), [&](auto zero) {
        using T = decltype(zero);
        parallel_for({0, roots.size()}, static_cast<double>(roots.size()), [&](std::size_t v) {
            const auto row = distances.row<T>(v);
            std::uint32_t& root = roots[v];
            root = static_cast<std::uint32_t>(v);
            if (all[v].count == 0) return;
            // The search ends at v itself at the latest.
            root = *std::find_if(by.order.begin() + by.group[v], by.order.end(),
                                 [&](std::uint32_t u) { return u == v || row[u] < infinity<T>(); });
        });
    });
    return roots;
}

}  // namespace

std::vector<std::uint32_t> component_roots(const std::vector<RowReduction>& all, std::size_t most,
                                           const TakeRows& rows) {
    const ByReach by(all);
    constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
    std::vector<std::uint32_t> roots(all.size(), kNone);
    // The first rows may tell all that the others would.
    std::vector<std::uint32_t> some;
    std::size_t wanted = 1;
    for (std::size_t k = 0; k < by.order.size();) {
        for (some.clear(); k < by.order.size() && some.size() < wanted; ++k) {
            const std::uint32_t v = by.order[k];
            if (roots[v] != kNone) continue;
            if (all[v].count == 0) {
                roots[v] = v;
            } else {
                some.push_back(v);
            }
        }
        wanted = std::min(2 * wanted, std::max<std::size_t>(most, 1));
        const Matrix taken = rows(some);
        visit(taken.dtype(), [&](auto zero) {
            using T = decltype(zero);
            for (std::size_t r = 0; r < some.size(); ++r) {
                const std::uint32_t v = some[r];
                if (roots[v] != kNone) continue;
                const auto row = taken.row<T>(r);
                for (std::size_t at = by.group[v]; at < by.order.size(); ++at) {
                    const std::uint32_t u = by.order[at];
                    if (by.group[u] != by.group[v]) break;
                    if (u == v || (roots[u] == kNone && row[u] < infinity<T>())) roots[u] = v;
                }
            }
        });
    }
    return roots;
}

Statistics make_statistics(RowReductions reduced, const RowQuestion& question,
                           const std::vector<std::uint32_t>& roots) {
    Statistics s;
    s.options = question;
    const std::vector<RowReduction>& rows = reduced.rows;
    const std::size_t n = rows.size();
    const auto others = static_cast<double>(n) - 1;
    s.vertices.resize(n);
    double sum = 0, harmonic = 0;
    for (std::size_t i = 0; i < n; ++i) {
        const RowReduction& row = rows[i];
        const auto reached = static_cast<double>(row.count);
        const double closeness = row.sum > 0 ? reached / others * (reached / row.sum) : 0;
        s.vertices[i] = {row.count, row.largest, row.sum, closeness, row.harmonic};
        s.reachable_pairs += row.count;
        s.diameter = std::max(s.diameter, row.largest);
        sum += row.sum;
        harmonic += row.harmonic;
        if (row.count + 1 != n) continue;
        if (!s.radius || row.largest < *s.radius) {
            s.radius = row.largest;
            s.centre.clear();
        }
        if (row.largest == *s.radius) s.centre.push_back(i);
    }
    if (s.reachable_pairs != 0) s.mean_distance = sum / static_cast<double>(s.reachable_pairs);
    if (question.harmonic && n > 1) s.efficiency = harmonic / static_cast<double>(n) / others;
    if (question.weights.empty()) s.histogram = histogram_of(reduced.totals, s.reachable_pairs);
    s.within = std::move(reduced.within);
    const std::size_t bounds = question.bounds.size();
    for (std::size_t k = 0; k < s.within.size(); ++k) {
        if (question.bounds[k % bounds] < 0) continue;
        s.within[k] += question.weights.empty() ? 1 : question.weights[k / bounds];
    }
    std::vector<std::size_t> sizes(n, 0);
    for (const std::uint32_t root : roots) {
        s.components += sizes[root] == 0;
        s.largest_component = std::max(s.largest_component, ++sizes[root]);
    }
    return s;
}

Statistics make_statistics(RowReductions reduced, const RowQuestion& question,
                           const Matrix& distances) {
    const std::vector<std::uint32_t> roots = component_roots(distances, reduced.rows);
    return make_statistics(std::move(reduced), question, roots);
}

Statistics statistics(const Matrix& distances, const StatisticsOptions& options) {
    check_square(distances, "statistics");
    check_statistics(options, distances.n());
    const RowQuestion question(distances.dtype(), options);
    return make_statistics(reduce_rows(distances, question, {0, distances.n()}), question,
                           distances);
}

}  // namespace apsp
