// The distances from one vertex in twice the precision of a double, by Johnson's algorithm, or
// without any rounding if that is not enough; and how far from each of them a rounded result may
// be.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

#include "apsp/graph.hpp"
#include "apsp/potentials.hpp"
#include "negative/exact_labels.hpp"

namespace apsp {

/// Solving with potentials rounds costs, which may be larger than the path's own weights. The
/// library returns no result where they are larger by more than this factor (see Restoration).
constexpr double potentials_allowance(Dtype dtype) {
    return dtype == Dtype::f32 ? 0x1p10 : 0x1p26;
}

/// The most by which a distance of this type may be off if each of its sums is rounded: the sums of
/// a path of `arcs` arcs, whose |weights| add up to `size` and whose costs (0 without potentials)
/// add up to `costs`.
double rounding_slack(Dtype dtype, double arcs, double size, double costs);

class ReferenceRow {
  public:
    /// `potentials` may be null if no weight is negative. Each thread needs a row of its own.
    ReferenceRow(const Graph& graph, const Potentials* potentials);

    void find(std::size_t source);

    /// +infinity where there is no path.
    DoubleDouble distance(std::size_t j) const;
    /// rounding_slack of its shortest path, with the arcs of the longest path that roundings could
    /// mistake for it.
    double slack(std::size_t j, Dtype dtype);

  private:
    /// The sum of its weights, the sum of its |weights|, and the number of its arcs. Of equal
    /// paths, the one with the smallest size counts.
    struct Path {
        DoubleDouble length;
        double size = 0;
        double arcs = 0;
    };
    bool relax(std::size_t i, std::size_t j, double w);
    bool known_well() const;
    void find_exactly();
    void count_arcs(Dtype dtype);
    DoubleDouble cost(std::size_t i, std::size_t j, double w) const {
        return potentials_ == nullptr ? DoubleDouble{w, 0} : potentials_->exact_cost(i, j, w);
    }
    /// A lower bound of the cost.
    double cost_at_least(std::size_t i, std::size_t j, double w) const {
        if (potentials_ == nullptr) return w;
        const double from = potentials_->high()[i], to = potentials_->high()[j];
        const double size = std::abs(w) + std::abs(from) + std::abs(to);
        return std::max(0.0, (w + (from - to)) - size * 0x1p-50);
    }

    const Graph& graph_;
    const Potentials* potentials_;
    std::optional<ExactLabels> labels_;
    std::size_t source_ = 0;
    std::vector<DoubleDouble> costs_;  // +infinity where there is no path
    std::vector<Path> paths_;
    bool counted_ = false;  // paths_ have the arcs of the longest path that counts
};

}  // namespace apsp
