// What is asked of a batch's weights before it is solved.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

#include "apsp/batch.hpp"

namespace apsp {

inline constexpr double kNoWeights = std::numeric_limits<double>::infinity();

struct BatchRange {
    std::size_t largest = 0;  ///< Vertices of a graph.
    bool integral = true;     ///< All weights are.
    /// Weight; where there are none, what every weight is less, or more, than.
    double smallest = kNoWeights, greatest = -kNoWeights;
    /// (n - 1) times the largest magnitude, of the graph where it is most.
    double bound = 0;
    std::size_t bound_of = 0;
    std::vector<std::size_t> negative;  ///< Graphs with negative weights.

    /// Takes in further graphs.
    void add(const BatchRange& other);
};

/// @throws Error bad_input, with the first graph of an arc to no vertex or a weight that is not
///         finite. The first graph of the batch is called `first`.
BatchRange range_of(const GraphBatch& batch, std::size_t first = 0);

/// The smallest type that holds all results; checks the one that is asked for.
/// @throws Error bad_input, with the graph that needs more; usage
Dtype batch_dtype(const BatchRange& range, Semiring semiring, std::optional<Dtype> asked);

/// Whether the type holds all results of the semiring.
bool holds_results(const BatchRange& range, Semiring semiring, Dtype dtype);

/// @throws Error usage where results that were computed in one type are not held by another
void check_result_dtype(const BatchRange& range, Semiring semiring, Dtype computed, Dtype result);

/// One of the graphs.
Graph graph_of(const GraphBatch& batch, std::size_t graph, Semiring semiring);

}  // namespace apsp
