// See reference_row.hpp.
#include "core/reference_row.hpp"

#include <limits>
#include <numeric>

#include "core/dijkstra.hpp"
#include "core/rounding.hpp"

namespace apsp {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace

double rounding_slack(Dtype dtype, double arcs, double size, double costs) {
    if (is_integral(dtype)) return 0;
    const double smallest = dtype == Dtype::f32 ? std::numeric_limits<float>::denorm_min()
                                                : std::numeric_limits<double>::denorm_min();
    const double sizes = size + std::min(costs, potentials_allowance(dtype) * size);
    return unit_roundoff(dtype) * (arcs + 4) * sizes + smallest * (arcs + 1);
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
}

bool ReferenceRow::relax(std::size_t i, std::size_t j, double w) {
    // Nearly always: the sum's rounding is less than a part in 2^52.
    if ((costs_[i].high + cost_at_least(i, j, w)) * (1 - 0x1p-50) > costs_[j].high) return false;
    const DoubleDouble candidate = costs_[i] + cost(i, j, w);
    const Path path = {paths_[i].size + std::abs(w), paths_[i].arcs + 1};
    const bool better = candidate < costs_[j] ||
                        (candidate == costs_[j] && path.size < paths_[j].size && j != source_);
    if (!better || candidate.high == kInfinity) return false;
    costs_[j] = candidate;
    paths_[j] = path;
    return true;
}

DoubleDouble ReferenceRow::distance(std::size_t j) const {
    if (costs_[j].high == kInfinity || potentials_ == nullptr) return costs_[j];
    return potentials_->exact_distance(source_, j, costs_[j]);
}

double ReferenceRow::slack(std::size_t j, Dtype dtype) {
    if (!counted_) count_arcs();
    return rounding_slack(dtype, paths_[j].arcs, paths_[j].size,
                          potentials_ == nullptr ? 0 : costs_[j].high);
}

/// Arcs that make a path longer by less than n roundings, in the order of costs.
void ReferenceRow::count_arcs() {
    counted_ = true;
    std::vector<std::size_t> order(costs_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, [&](std::size_t a, std::size_t b) { return costs_[a] < costs_[b]; });
    const double rounding = 1 + static_cast<double>(costs_.size()) * 0x1p-23;
    for (const std::size_t i : order) {
        const DoubleDouble from = costs_[i];
        if (from.high == kInfinity) return;
        const double arcs = paths_[i].arcs + 1;
        graph_.for_each_arc(i, [&](std::size_t j, double w) {
            if (from.high + cost_at_least(i, j, w) > costs_[j].high * rounding) return;
            if (paths_[j].arcs < arcs && from < costs_[j]) paths_[j].arcs = arcs;
        });
    }
}

}  // namespace apsp
