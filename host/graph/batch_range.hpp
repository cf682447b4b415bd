// What must be known about a batch's weights before it is solved.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

#include "apsp/batch.hpp"

namespace apsp {

inline constexpr double kNoWeights = std::numeric_limits<double>::infinity();

struct BatchRange {
    std::size_t largest = 0;  ///< Vertices of the largest graph.
    bool integral = true;     ///< All weights are integers.
    /// Of the weights; if there are none, +infinity and -infinity.
    double smallest = kNoWeights, greatest = -kNoWeights;
    /// The largest over the graphs of (n - 1) times the largest |weight|, and the graph that has
    /// it.
    double bound = 0;
    std::size_t bound_of = 0;
    /// The largest over the graphs of (n - 1) times the bits of the smallest positive weight.
    double product_bits = 0;
    std::vector<std::size_t> negative;  ///< Graphs with negative weights.

    /// Includes further graphs.
    void add(const BatchRange& other);
};

/// @throws Error bad_input, naming the first graph that has an arc to no vertex or a weight that is
///         not finite. The batch's first graph has the number `first`.
BatchRange range_of(const GraphBatch& batch, std::size_t first = 0);

/// The smallest type that holds all results; checks the one that is asked for.
/// @throws Error bad_input, with the graph that needs more; usage
Dtype batch_dtype(const BatchRange& range, Semiring semiring, std::optional<Dtype> asked);

/// Whether the type holds all results of the semiring.
bool holds_results(const BatchRange& range, Semiring semiring, Dtype dtype);

/// @throws Error usage unless `result` holds the results that were computed in another type
void check_result_dtype(const BatchRange& range, Semiring semiring, Dtype computed, Dtype result);

/// One graph of the batch.
Graph graph_of(const GraphBatch& batch, std::size_t graph, Semiring semiring);

}  // namespace apsp
