// See reference_row.hpp.
#include "negative/reference_row.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "graph/dijkstra.hpp"
#include "graph/rounding.hpp"
#include "negative/label_rounds.hpp"

namespace apsp {
double rounding_slack(Dtype dtype, double arcs, double size, double costs) {
    if (is_integral(dtype)) return 0;
    const double smallest = visit(dtype, [](auto zero) -> double {
        return std::numeric_limits<decltype(zero)>::denorm_min();
    });
    const double unit = unit_roundoff(dtype);  // first, as sums may be near the largest double
    const double rounding = size * unit;
    const double of_costs = std::min(costs * unit, potentials_allowance(dtype) * rounding);
    return (arcs + 4) * (rounding + of_costs) + smallest * (arcs + 1);
}

ReferenceRow::ReferenceRow(const Graph& graph, const Potentials* potentials)
    : graph_(graph), potentials_(potentials) {
    if (potentials_ != nullptr && !potentials_->integral()) labels_.emplace(graph);
}

void ReferenceRow::find(std::size_t source) {
    source_ = source;
    counted_ = false;
    costs_.assign(graph_.vertices(), {kInfinity, 0});
    paths_.assign(graph_.vertices(), {});
    costs_[source] = {};
    dijkstra(
        graph_, source, [&](std::size_t j) { return costs_[j].high; },
        [&](std::size_t i, std::size_t j, double w) { return relax(i, j, w); });
    if (labels_ && !known_well()) find_exactly();
}

bool ReferenceRow::relax(std::size_t i, std::size_t j, double w) {
    // This decides nearly always: the sum's rounding is less than a part in 2^52.
    if ((costs_[i].high + cost_at_least(i, j, w)) * (1 - 0x1p-50) > costs_[j].high) return false;
    const DoubleDouble candidate = costs_[i] + cost(i, j, w);
    const Path path = {paths_[i].length + DoubleDouble{w, 0}, paths_[i].size + std::abs(w),
                       paths_[i].arcs + 1};
    const bool better = candidate < costs_[j] ||
                        (candidate == costs_[j] && path.size < paths_[j].size && j != source_);
    if (!better || candidate.high == kInfinity) return false;
    costs_[j] = candidate;
    paths_[j] = path;
    return true;
}

/// Whether no rounding of costs can have mistaken one path for another that differs by more than
/// the roundings of its own weights.
bool ReferenceRow::known_well() const {
    if (!potentials_->exact()) return false;
    const double whole_below = labels_->whole_below();
    for (std::size_t j = 0; j < costs_.size(); ++j) {
        const double cost = costs_[j].high;
        if (cost == kInfinity) continue;
        if (!std::isfinite(paths_[j].length.high)) return false;
        if (cost >= whole_below && cost * 0x1p-45 > paths_[j].size) return false;
    }
    return true;
}

/// By Bellman-Ford from the source. Paths are those of the last improvements.
void ReferenceRow::find_exactly() {
    labels_->begin(source_);
    label_rounds(graph_, source_, [&](std::size_t i, std::size_t j, double w) {
        if (!labels_->improve(i, j, w)) return false;
        paths_[j].size = paths_[i].size + std::abs(w);
        paths_[j].arcs = paths_[i].arcs + 1;
        return true;
    });
    for (std::size_t j = 0; j < costs_.size(); ++j) {
        DoubleDouble& cost = costs_[j];
        paths_[j].length = cost = labels_->value(j).rounded;
        if (cost.high == kInfinity) continue;
        // If costs are not exact, no row has been solved with them.
        cost =
            potentials_->exact() ? potentials_->exact_path_cost(source_, j, cost) : DoubleDouble{};
    }
}

DoubleDouble ReferenceRow::distance(std::size_t j) const {
    return costs_[j].high == kInfinity ? costs_[j] : paths_[j].length;
}

double ReferenceRow::slack(std::size_t j, Dtype dtype) {
    if (!counted_) count_arcs(dtype);
    return rounding_slack(dtype, paths_[j].arcs, paths_[j].size,
                          potentials_ == nullptr ? 0 : costs_[j].high);
}

/// Another path may be taken for the shortest if it is longer by less than what rounding may take
/// off it; then the rest of that rounding counts. Vertices are visited in the order of costs, and
/// errors are in units of one rounding.
void ReferenceRow::count_arcs(Dtype dtype) {
    counted_ = true;
    std::vector<std::size_t> order(costs_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, [&](std::size_t a, std::size_t b) { return costs_[a] < costs_[b]; });
    const double unit = unit_roundoff(dtype);
    std::vector<double> error(costs_.size(), 0);
    for (const std::size_t i : order) {
        const DoubleDouble from = costs_[i];
        if (from.high == kInfinity) return;
        if (from.high > 0) paths_[i].arcs = std::max(paths_[i].arcs, error[i] / from.high);
        graph_.for_each_arc(i, [&](std::size_t j, double w) {
            const DoubleDouble to = costs_[j];
            const double most = error[i] + to.high;
            if ((from.high + cost_at_least(i, j, w)) - to.high > unit * most) return;
            if (most <= error[j] || !(from < to)) return;
            // A number that is small beside a sum changes it by no more than itself.
            const DoubleDouble arc = cost(i, j, w);
            const DoubleDouble longer = (from + arc) + DoubleDouble{-to.high, -to.low};
            const double own = std::min(to.high, arc.high / unit);
            error[j] = std::max(error[j], error[i] + own - longer.high / unit);
        });
    }
}

}  // namespace apsp
