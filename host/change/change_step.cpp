// See change_step.hpp.
#include "change/change_step.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <utility>

#include "base/parallel_rows.hpp"
#include "base/text.hpp"
#include "change/cost.hpp"
#include "change/lost_targets.hpp"
#include "change/relax_product.hpp"
#include "graph/negative_cycle.hpp"
#include "paths/tight_rule.hpp"

namespace apsp {

template <class T>
ChangeStep<T>::~ChangeStep() {
    if (kept_) return;
    for (std::size_t r = 0; r < saved_rows_.size(); ++r) {
        std::ranges::copy(saved_distances_.row<T>(r),
                          all_.distances.row<T>(saved_rows_[r]).begin());
        std::ranges::copy(saved_predecessors_.row<std::int32_t>(r),
                          all_.predecessors->row<std::int32_t>(saved_rows_[r]).begin());
    }
    swap_repaired();
    for (; !before_.empty(); before_.pop_back()) {
        const auto& [source, target, weight] = before_.back();
        all_.graph.set(source, target, weight);
    }
}

template <class T>
void ChangeStep<T>::make(std::span<const ArcChange> changes, ChangeReport& report) {
    read(changes);
    if (lengthen(report)) {
        report.solved = !shorten(report);
        return;
    }
    report.solved = true;
    for (const ArcChange& each : shorter_) set(each);
}

/// What of the changes changes something: of several of an arc the last one.
template <class T>
void ChangeStep<T>::read(std::span<const ArcChange> changes) {
    std::vector<ArcChange> sorted(changes.begin(), changes.end());
    std::ranges::stable_sort(sorted, {},
                             [](const ArcChange& c) { return std::pair(c.source, c.target); });
    for (std::size_t k = 0; k < sorted.size(); ++k) {
        ArcChange each = sorted[k];
        each.weight = all_.graph.checked(each);
        const bool fraction = std::is_integral_v<T> && each.weight != std::trunc(each.weight);
        if (each.weight != kInfinity && (fraction || !fits<T>(sum_of_weight<T>(each.weight)))) {
            throw Error(ErrorKind::bad_input,
                        fmt::format("changed arc {} -> {}: {} does not hold the weight {}; use "
                                    "SolveOptions::dtype for another type",
                                    each.source, each.target, name(kDtypeOf<T>), each.weight));
        }
        if (k + 1 < sorted.size() && sorted[k + 1].source == each.source &&
            sorted[k + 1].target == each.target) {
            continue;
        }
        const double before = all_.graph.weight(each.source, each.target);
        if (each.weight > before) longer_.push_back(each);
        if (each.weight < before) shorter_.push_back(each);
    }
}

template <class T>
void ChangeStep<T>::set(const ArcChange& change) {
    const auto& [source, target, weight] = change;
    before_.push_back({source, target, all_.graph.weight(source, target)});
    all_.graph.set(source, target, weight);
}

template <class T>
Slack ChangeStep<T>::slack() const {
    if (std::is_integral_v<T>) return {};
    const double relative = relative_slack(kDtypeOf<T>, 2 * all_.distances.n() + 4);
    if (!all_.graph.negative()) return {relative, 0};
    if (all_.largest < 0) all_.largest = largest_distance(all_.distances, {0, all_.distances.n()});
    return {relative, 2 * relative * all_.largest};
}

/// Whether that has been done: else all is to be solved anew.
template <class T>
bool ChangeStep<T>::lengthen(ChangeReport& report) {
    if (longer_.empty()) return true;
    const Slack slack = this->slack();
    std::vector<ChangedArc<T>> arcs;
    for (const ArcChange& each : longer_) {
        const double before = all_.graph.weight(each.source, each.target);
        const ChangedArc<T> arc = {each.source, each.target, sum_of_weight<T>(before)};
        const Sum<T> d = sum_of(all_.distances.row<T>(arc.source)[arc.target]);
        if (slack.tight(arc.weight, d)) arcs.push_back(arc);
        set(each);
    }
    const AffectedPairs pairs =
        find_affected_pairs<T>(all_.distances, all_.predecessors, arcs, slack,
                               solve_cost(all_.graph) / pair_cost(all_.graph));
    if (pairs.too_many) return false;
    report.recomputed = pairs.count;
    repaired_ = repair<T>(all_.graph, all_.distances, pairs, all_.predecessors != nullptr);
    swap_repaired();
    if (all_.largest < 0) return true;
    for (const RepairedRow<T>& each : repaired_) {
        for (const std::uint32_t j : each.targets) {
            const T d = all_.distances.row<T>(each.source)[j];
            if (d != infinity<T>()) {
                all_.largest = std::max(all_.largest, std::abs(static_cast<double>(d)));
            }
        }
    }
    return true;
}

template <class T>
void ChangeStep<T>::swap_repaired() {
    for (RepairedRow<T>& each : repaired_) {
        const auto row = all_.distances.row<T>(each.source);
        for (std::size_t k = 0; k < each.targets.size(); ++k) {
            std::swap(row[each.targets[k]], each.distances[k]);
        }
        if (all_.predecessors == nullptr) continue;
        const auto last = all_.predecessors->row<std::int32_t>(each.source);
        for (std::size_t k = 0; k < each.targets.size(); ++k) {
            std::swap(last[each.targets[k]], each.predecessors[k]);
        }
    }
}

/// As lengthen.
template <class T>
bool ChangeStep<T>::shorten(ChangeReport& report) {
    std::vector<ChangedArc<T>> changed;
    for (const ArcChange& each : shorter_) {
        changed.push_back({each.source, each.target, sum_of_weight<T>(each.weight)});
        set(each);
    }
    const bool negative = all_.graph.negative();
    ShorterArcs<T> shorter(all_.distances, changed);
    const std::vector<ChangedArc<T>>& arcs = shorter.arcs();
    if (!arcs.empty()) {
        const double solve = solve_cost(all_.graph);
        if (closure_cost(all_.graph, arcs.size()) > solve) return false;
        const Sum<T> cycle = shorter.close();
        const auto length = static_cast<double>(cycle);
        if (negative && (length < 0 || (!std::is_integral_v<T> && length <= slack().absolute))) {
            find_potentials(all_.graph.graph());  // throws if it is negative
            if (length < 0) return false;
        }
        DepthProduct<T> product = shorter.product(true);
        report.rows = product.rows.size();
        report.columns = product.columns.size();
        const bool with_paths = all_.predecessors != nullptr;
        if (product_cost(product.rows.size(), product.columns.size(), arcs.size(), with_paths) >
            solve) {
            return false;
        }
        if (all_.largest >= 0) all_.largest = std::max(all_.largest, product.largest);
        const bool may_fail = with_paths && (arcs.size() > 1 || !std::is_integral_v<T>);
        if (may_fail) save_rows(product.rows);
        if (!with_paths) {
            ProductRelaxation<T>(std::move(product), negative)(all_.distances);
        } else if (arcs.size() == 1) {
            ProductRelaxation<T> relax(std::move(product), negative);
            relax(all_.distances, *all_.predecessors, arcs.front());
        } else {
            relax_one_by_one(arcs, negative);
        }
    }
    if constexpr (!std::is_integral_v<T>) {
        if (all_.predecessors != nullptr) mend();
    }
    keep();
    return true;
}

template <class T>
void ChangeStep<T>::save_rows(const std::vector<std::uint32_t>& rows) {
    const std::size_t n = all_.distances.n();
    saved_distances_ = Matrix(rows.size(), n, kDtypeOf<T>);
    saved_predecessors_ = Matrix(rows.size(), n, Dtype::i32);
    parallel_rows({0, rows.size()}, [&](std::size_t r) {
        std::ranges::copy(all_.distances.row<T>(rows[r]), saved_distances_.row<T>(r).begin());
        std::ranges::copy(all_.predecessors->row<std::int32_t>(rows[r]),
                          saved_predecessors_.row<std::int32_t>(r).begin());
    });
    saved_rows_ = rows;
}

/// With predecessors: those of paths through one arc are those of its end, and what a later arc
/// makes shorter still is found there.
template <class T>
void ChangeStep<T>::relax_one_by_one(const std::vector<ChangedArc<T>>& arcs, bool negative) {
    for (const ChangedArc<T>& arc : arcs) {
        ShorterArcs<T> one(all_.distances, {arc});
        if (one.arcs().empty()) continue;
        one.close();
        ProductRelaxation<T>(one.product(false), negative)(all_.distances, *all_.predecessors, arc);
    }
}

/// Rows of predecessors that may have a circle.
template <class T>
void ChangeStep<T>::mend() {
    std::vector<std::uint32_t> rows = saved_rows_;
    for (const RepairedRow<T>& each : repaired_) rows.push_back(each.source);
    std::ranges::sort(rows);
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    const auto lost = find_lost_targets<T>(all_.distances, *all_.predecessors, rows);
    if (lost.rows.empty()) return;
    repaired_ = repair<T>(all_.graph, all_.distances, lost, true);
    swap_repaired();
}

template class ChangeStep<float>;
template class ChangeStep<double>;
template class ChangeStep<std::int32_t>;
template class ChangeStep<std::int16_t>;
template class ChangeStep<std::uint8_t>;

}  // namespace apsp
