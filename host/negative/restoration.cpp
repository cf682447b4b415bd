// See restoration.hpp.
#include "negative/restoration.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/all_dtypes.hpp"
#include "base/parallel_for.hpp"
#include "base/text.hpp"
#include "graph/dijkstra.hpp"
#include "graph/rounding.hpp"
#include "negative/negative_reach.hpp"
#include "negative/reference_row.hpp"

namespace apsp {
namespace {

/// Steps of Dijkstra's algorithm to spend on rows that are searched again: a minute on two cores.
constexpr double kLargestWork = 2e10;

/// Throws if a value cannot be a sum of costs, so that no such result leaves the library.
template <class T>
void check_costs(std::span<T> row) {
    int wrong = 0;
#pragma omp simd reduction(| : wrong)
    for (std::size_t j = 0; j < row.size(); ++j) wrong |= row[j] >= T{0} ? 0 : 1;  // also NaN
    if (wrong == 0) return;
    throw Error(ErrorKind::internal, "the device has computed an impossible distance");
}
}  // namespace

std::unique_ptr<const Restoration> Restoration::of(const Graph& graph, Dtype dtype) {
    if (!restores(graph)) return nullptr;
    return std::make_unique<const Restoration>(graph, dtype);
}

Restoration::Restoration(const Graph& graph, Dtype dtype)
    : graph_(graph),
      potentials_(graph.potentials()),
      negative_reach_(graph.negative_reach()),
      dtype_(dtype),
      rounded_(needs_weights(graph, dtype)) {}

bool Restoration::needs_weights(const Graph& graph, Dtype dtype) {
    return graph.potentials() && !exact_costs(graph, dtype);
}

template <class T>
void Restoration::restore(std::span<T> row, std::size_t i) const {
    if (potentials_ != nullptr) restore_costs(row, i);
    row[i] = T{0};
    if constexpr (std::is_floating_point_v<T>) {  // no other type is chosen
        if (negative_reach_ == nullptr) return;
        negative_reach_->for_each(i, [&](std::size_t j) { row[j] = -infinity<T>(); });
    }
}

template <class T>
void Restoration::restore_costs(std::span<T> row, std::size_t i) const {
    const Potentials& h = *potentials_;
    check_costs(row);
    if (rounded_) {
        if (restore_rounded(row, i)) search_again(row, i);
    } else {
        const double* const to = h.high().data();
        const double from = to[i];
#pragma omp simd
        for (std::size_t j = 0; j < row.size(); ++j) {
            const double distance = static_cast<double>(row[j]) + (to[j] - from);
            if constexpr (std::is_integral_v<T>) {
                row[j] = row[j] == infinity<T>() ? row[j] : static_cast<T>(distance);
            } else {
                row[j] = static_cast<T>(distance);
            }
        }
    }
}

/// Returns whether some distance is not known well enough.
template <class T>
bool Restoration::restore_rounded(std::span<T> row, std::size_t i) const {
    const Potentials& h = *potentials_;
    const double allowance = potentials_allowance(dtype_);
    bool all_known = h.exact();
    std::optional<double> least_from;  // the smallest |weight| of an arc out of i
    for (std::size_t j = 0; j < row.size(); ++j) {
        if (row[j] == infinity<T>() || j == i) continue;
        const auto cost = static_cast<double>(row[j]);
        row[j] = static_cast<T>(h.exact_distance(i, j, {cost, 0}).high);
        if (!std::isfinite(static_cast<double>(row[j]))) refuse("distances exceed its range");
        const double size = std::abs(static_cast<double>(row[j]));
        // Costs may be so large beside the path's weights that their rounding is large, too.
        if (size * allowance >= cost || !all_known || exact(cost)) continue;
        if (!least_from) least_from = least_out_of(i);
        all_known = std::max(*least_from, least_into()[j]) * allowance >= cost;
    }
    return !all_known;
}

bool Restoration::exact(double cost) const {
    return graph_.integral_costs() && exact_integers(dtype_, cost);
}

double Restoration::least_out_of(std::size_t i) const {
    double least = kInfinity;
    graph_.for_each_arc(i, [&](std::size_t, double w) { least = std::min(least, std::abs(w)); });
    return least;
}

template <class T>
void Restoration::search_again(std::span<T> row, std::size_t i) const {
    const double work = dijkstra_steps(graph_);
    if (work_.fetch_add(work) + work > kLargestWork) {
        refuse("distances cancel, so too many of them would have to be found again by other means");
    }
    ReferenceRow reference(graph_, potentials_.get());
    reference.find(i);
    for (std::size_t j = 0; j < row.size(); ++j) {
        const double distance = reference.distance(j).high;
        row[j] = static_cast<T>(distance);
        if (std::isinf(static_cast<double>(row[j])) && !std::isinf(distance)) {
            refuse("distances exceed its range");
        }
    }
}

const std::vector<double>& Restoration::least_into() const {
    std::call_once(once_, [&] {
        least_into_.assign(graph_.vertices(), kInfinity);
        for (std::size_t i = 0; i < graph_.vertices(); ++i) {
            graph_.for_each_arc(i, [&](std::size_t j, double w) {
                least_into_[j] = std::min(least_into_[j], std::abs(w));
            });
        }
    });
    return least_into_;
}

void Restoration::refuse(const char* why) const {
    throw Error(
        ErrorKind::bad_input,
        fmt::format("{}: {} is not safe: {}; {}", graph_.origin(), name(dtype_), why,
                    dtype_ == Dtype::f32 ? "use SolveOptions::dtype f64" : "scale the weights"));
}

void restore_rows(const Restoration& restoration, const Matrix& like, Range rows, void* memory) {
    parallel_for(rows, 2 * static_cast<double>(like.n()), [&](std::size_t i) {
        visit(like.dtype(), [&](auto sample) {
            using T = decltype(sample);
            T* const row = static_cast<T*>(memory) + (i - rows.first) * like.ld();
            restoration.restore(std::span<T>(row, like.n()), i);
        });
    });
}

#define APSP_RESTORATION(T) template void Restoration::restore(std::span<T>, std::size_t) const;
APSP_FOR_DTYPES(APSP_RESTORATION)

}  // namespace apsp
