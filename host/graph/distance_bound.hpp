// How large a distance can be, proven before it is computed.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include "apsp/graph.hpp"

namespace apsp {

struct DistanceBound {
    /// No |distance| between connected vertices is larger, nor is the cost of a shortest path
    /// between them.
    double value = 0;
    std::string reason;  ///< Where the value comes from.
};

/// (n - 1) times the largest cost, plus what potentials add. The weights must not be negative
/// unless there are potentials.
DistanceBound quick_distance_bound(const Graph& graph);

/// What searches tell about the costs of shortest paths.
struct SearchedCosts {
    double bound = 0;
    double met = infinity<double>();
    std::size_t farthest = 0;  ///< From or to it is the path whose cost was met.
};

/// Bounds of a graph's distances. The searches that they need are made once.
class DistanceBounds {
  public:
    /// The graph must outlive it. No distance above `cutoff` is needed.
    explicit DistanceBounds(const Graph& graph, double cutoff = infinity<double>())
        : graph_(graph), cutoff_(cutoff) {}
    const Graph& graph() const { return graph_; }

    /// The quick one if that is at most `enough`; else by Dijkstra's distances from and to one
    /// vertex of each strongly connected component, and the longest way through the components:
    /// O(m log n), and never above the quick one. Where the cutoff is lower, that.
    DistanceBound get(double enough = 0);
    /// The cost of some shortest path: the largest that the searches have met, or if that is at
    /// most `enough`, perhaps a larger one by a search from the vertex that was the farthest.
    /// Infinite for dense graphs, where none has been met.
    double some_cost(double enough);

  private:
    const SearchedCosts& searched();

    const Graph& graph_;
    double cutoff_;
    std::optional<SearchedCosts> searched_;
};

/// How small results over max_times may be, for weights from 0 to 1: every result other than 0 is
/// at least 2^-bits. By the bounds above, with -log2(weight) as the length of an arc: by the quick
/// one if that is at most `enough`.
double product_bits(const Graph& graph, double enough);

/// An upper bound of -log2(weight), by less than 0.09, for normal numbers up to 1: the bits of a
/// double are its exponent and then its mantissa, in which the logarithm is concave.
inline double bits_of(double weight) {
    return 1023 - static_cast<double>(std::bit_cast<std::uint64_t>(weight)) * 0x1p-52;
}

/// Products of down to 2^-bits are normal numbers of a type of floats, with a bit to spare for
/// roundings.
constexpr double product_limit(Dtype dtype) {
    return dtype == Dtype::f32 ? -std::numeric_limits<float>::min_exponent
                               : -std::numeric_limits<double>::min_exponent;
}

}  // namespace apsp
