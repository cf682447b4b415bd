// See change_step.hpp.
#include "change/change_step.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <type_traits>
#include <utility>

#include "base/all_dtypes.hpp"
#include "base/parallel_for.hpp"
#include "base/stop.hpp"
#include "change/affected_pairs.hpp"
#include "change/cost.hpp"
#include "change/lost_targets.hpp"
#include "change/relax_product.hpp"
#include "change/shorter_arcs.hpp"
#include "negative/negative_cycle.hpp"

namespace apsp {

namespace {

/// Of several changes of an arc, the last one; ascending.
std::vector<ArcChange> last_changes(std::span<const ArcChange> changes,
                                    const ChangingGraph& graph) {
    std::vector<ArcChange> sorted(changes.begin(), changes.end());
    const auto ends = [](const ArcChange& c) { return std::pair(c.source, c.target); };
    std::ranges::stable_sort(sorted, {}, ends);
    std::vector<ArcChange> last;
    for (ArcChange& each : sorted) {
        each.weight = graph.checked(each);
        if (!last.empty() && ends(last.back()) == ends(each)) last.pop_back();
        last.push_back(each);
    }
    return last;
}

}  // namespace

template <class T>
ChangeStep<T>::~ChangeStep() {
    if (kept_) return;
    for (std::size_t r = 0; r < saved_rows_.size(); ++r) {
        std::ranges::copy(saved_distances_.row<T>(r),
                          all_.distances.in_host()->row<T>(saved_rows_[r]).begin());
        std::ranges::copy(saved_predecessors_.row<std::int32_t>(r),
                          all_.predecessors->row<std::int32_t>(saved_rows_[r]).begin());
    }
    try {
        const NoStops whole;
        swap_for(std::move(repaired_));
    } catch (...) {
        all_.distances.lose();
    }
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

/// Keeps the changes that make a difference.
template <class T>
void ChangeStep<T>::read(std::span<const ArcChange> changes) {
    for (const ArcChange& each : last_changes(changes, all_.graph)) {
        check_weight<T>(each.weight, each.source, each.target);
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
double ChangeStep<T>::solve_cost() const {
    return std::min(apsp::solve_cost(all_.graph), all_.most_for_solve);
}

template <class T>
Slack ChangeStep<T>::slack() const {
    if (all_.graph.exact(kDtypeOf<T>)) return {};
    const double relative = relative_slack(kDtypeOf<T>, 2 * all_.distances.n() + 4);
    if (!all_.graph.negative()) return {relative, 0};
    if (all_.largest < 0) all_.largest = all_.distances.largest<T>();
    return {relative, 2 * relative * all_.largest};
}

/// How much roundings may add to the length of a cycle through the arcs: those of distances and
/// weights, and those of the closure's sums of doubles.
template <class T>
double ChangeStep<T>::cycle_slack(const std::vector<ChangedArc<T>>& arcs) const {
    Sum<T> heaviest = 0;
    for (const auto& arc : arcs) heaviest = std::max(heaviest, std::abs(arc.weight));
    const double relative = 2 * slack().relative, sums = std::pow(arcs.size(), 2);
    return (relative + sums * std::numeric_limits<double>::epsilon()) *
           (all_.largest + static_cast<double>(heaviest));
}

/// Returns false if the distances have to be solved anew instead.
template <class T>
bool ChangeStep<T>::lengthen(ChangeReport& report) {
    if (longer_.empty()) return true;
    const Slack slack = this->slack();
    std::vector<VertexPair> ends;
    for (const ArcChange& each : longer_) ends.push_back({each.source, each.target});
    const std::vector<T> distances = all_.distances.entries<T>(ends);
    std::vector<ChangedArc<T>> arcs;
    for (std::size_t k = 0; k < longer_.size(); ++k) {
        const auto [u, v] = ends[k];
        const Sum<T> before = sum_of_weight<T>(all_.graph.weight(u, v));
        const bool last = AffectedSearch<T>::is_last(all_.predecessors, ends[k]);
        if (last || slack.tight(before, sum_of(distances[k]))) arcs.push_back({u, v, before});
        set(longer_[k]);
    }
    if (arcs.empty()) return true;
    const double solve = solve_cost();
    if (search_cost(all_.graph, arcs.size()) > solve) return false;
    const double most = solve / pair_cost(all_.graph);
    const ArcEnds<T> around = all_.distances.ends_of(arcs);
    const AffectedSearch<T> search(arcs, around, all_.predecessors, slack);
    std::vector<RepairedRow<T>> repaired;
    bool anew = false;
    try {
        all_.distances.for_rows<T>(search.sources(), [&](std::span<const SourceRow<T>> rows) {
            const AffectedPairs<T> pairs =
                search.find(rows, most - static_cast<double>(report.recomputed));
            report.recomputed += pairs.count;
            anew = pairs.too_many;
            if (anew) return false;
            std::ranges::move(repair<T>(all_.graph, pairs, all_.predecessors != nullptr),
                              std::back_inserter(repaired));
            return true;
        });
    } catch (const Error& error) {
        // What does not fit may be a distance that a shorter arc replaces, or a weight of a dense
        // graph that is on no shortest path: solving anew tells.
        const bool sure = shorter_.empty() && !all_.graph.dense();
        if (error.kind() != ErrorKind::bad_input || sure) throw;
        anew = true;
    }
    if (anew) {
        report.recomputed = 0;
        return false;
    }
    if (all_.largest >= 0) all_.largest = std::max(all_.largest, largest_in(repaired));
    swap_for(std::move(repaired));
    return true;
}

template <class T>
void ChangeStep<T>::swap_for(std::vector<RepairedRow<T>> repaired) {
    all_.distances.exchange(repaired, buffers_);
    if (all_.predecessors != nullptr) {
        for (RepairedRow<T>& each : repaired) {
            const auto last = all_.predecessors->row<std::int32_t>(each.source);
            for (std::size_t k = 0; k < each.targets.size(); ++k) {
                std::swap(last[each.targets[k]], each.predecessors[k]);
            }
        }
    }
    repaired_ = std::move(repaired);
}

/// The arcs that make some distance shorter, and those for which only roundings may hide that they
/// do, or that they close a negative cycle.
template <class T>
std::vector<ChangedArc<T>> ChangeStep<T>::shorter_arcs(std::vector<ChangedArc<T>> arcs) const {
    std::vector<VertexPair> ends;
    for (const ChangedArc<T>& arc : arcs) ends.push_back({arc.source, arc.target});
    const std::vector<T> distances = all_.distances.entries<T>(ends);
    const Slack slack = this->slack();
    std::size_t kept = 0;
    for (std::size_t k = 0; k < arcs.size(); ++k) {
        const Sum<T> before = sum_of(distances[k]), after = arcs[k].weight;
        if (slack.shorter(after, before)) arcs[kept++] = arcs[k];
    }
    arcs.resize(kept);
    return arcs;
}

/// Returns as lengthen does.
template <class T>
bool ChangeStep<T>::shorten(ChangeReport& report) {
    std::vector<ChangedArc<T>> changed;
    for (const ArcChange& each : shorter_) {
        changed.push_back({each.source, each.target, sum_of_weight<T>(each.weight)});
        set(each);
    }
    const std::vector<ChangedArc<T>> arcs = shorter_arcs(std::move(changed));
    if (!arcs.empty() && !relax(arcs, report)) return false;
    if constexpr (!std::is_integral_v<T>) {
        if (all_.predecessors != nullptr) mend();
    }
    keep();
    return true;
}

/// Returns as lengthen does.
template <class T>
bool ChangeStep<T>::relax(const std::vector<ChangedArc<T>>& arcs, ChangeReport& report) {
    const bool negative = all_.graph.negative();
    const double solve = solve_cost();
    if (closure_cost(all_.graph, arcs.size()) > solve) return false;
    const ArcEnds<T> ends = all_.distances.ends_of(arcs);
    ShorterArcs<T> shorter(arcs, ends, slack());
    if (shorter.may_overflow()) return false;
    const auto length = static_cast<double>(shorter.close());
    if (negative &&
        (length < 0 || (!all_.graph.exact(kDtypeOf<T>) && length <= cycle_slack(arcs)))) {
        find_potentials(all_.graph.graph());  // throws if the cycle is negative
        if (length < 0) return false;
    }
    DepthProduct<T> product = shorter.product();
    if (product.rows.empty()) return true;
    report.rows = product.rows.size();
    report.columns = product.columns.size();
    const bool with_paths = all_.predecessors != nullptr;
    const bool on_device = all_.distances.in_host() == nullptr;
    const double cost = product_cost(product.rows.size(), product.columns.size(), arcs.size(),
                                     on_device, with_paths);
    if (cost > solve) return false;
    if (!fits<T>(product.nearest) || !fits<T>(product.farthest)) {
        all_.distances.for_rows<T>(product.rows, [&](std::span<const SourceRow<T>> rows) {
            shorter.check(product, rows);
            return true;
        });
    }
    if (all_.largest >= 0) {
        const Sum<T> largest = std::max(product.farthest, -product.nearest);
        all_.largest = std::max(all_.largest, static_cast<double>(largest));
    }
    if (!with_paths) {
        all_.distances.relax(std::move(product), negative);
        return true;
    }
    if (arcs.size() > 1 || !std::is_integral_v<T>) save_rows(product.rows);
    if (arcs.size() > 1) {
        relax_one_by_one(arcs, negative);
    } else {
        ProductRelaxation<T> relaxation(std::move(product), negative);
        relaxation(*all_.distances.in_host(), *all_.predecessors, arcs.front());
    }
    return true;
}

template <class T>
void ChangeStep<T>::save_rows(const std::vector<std::uint32_t>& rows) {
    saved_distances_ = all_.distances.rows(rows);
    saved_predecessors_ = Matrix(rows.size(), all_.distances.n(), Dtype::i32);
    parallel_for({0, rows.size()}, static_cast<double>(all_.distances.n()), [&](std::size_t r) {
        std::ranges::copy(all_.predecessors->row<std::int32_t>(rows[r]),
                          saved_predecessors_.row<std::int32_t>(r).begin());
    });
    saved_rows_ = rows;
}

/// With predecessors, one arc at a time: paths through it take theirs from the row of its end, and
/// paths that a later arc makes shorter still are found in that arc's turn.
template <class T>
void ChangeStep<T>::relax_one_by_one(const std::vector<ChangedArc<T>>& arcs, bool negative) {
    for (const ChangedArc<T>& arc : arcs) {
        const auto one = shorter_arcs({arc});
        if (one.empty()) continue;
        const ArcEnds<T> ends = all_.distances.ends_of(one);
        ShorterArcs<T> shorter(one, ends, slack());
        shorter.close();
        ProductRelaxation<T> relaxation(shorter.product(), negative);
        relaxation(*all_.distances.in_host(), *all_.predecessors, arc);
    }
}

/// Repairs the rows of predecessors that may have a circle.
template <class T>
void ChangeStep<T>::mend() {
    std::vector<std::uint32_t> rows = saved_rows_;
    for (const RepairedRow<T>& each : repaired_) rows.push_back(each.source);
    std::ranges::sort(rows);
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    const auto lost = find_lost_targets<T>(*all_.distances.in_host(), *all_.predecessors, rows);
    if (lost.rows.empty()) return;
    swap_for(repair<T>(all_.graph, lost, true));
}

#define APSP_CHANGE_STEP(T) template class ChangeStep<T>;
APSP_FOR_DTYPES(APSP_CHANGE_STEP)

}  // namespace apsp
