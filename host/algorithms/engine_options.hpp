// What an engine is opened for.
#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "apsp/algorithm.hpp"
#include "apsp/semiring.hpp"
#include "graph/padding.hpp"

namespace apsp {

/// Parts of a configuration of kernels by name, as tuning finds them: {"tm", 64}. Which names there
/// are is the backend's; names that are absent are the device's own choice.
using Settings = std::map<std::string, std::size_t>;

/// For kernels of numbers: of bytes that are 0 or 1 or_and is max_min.
constexpr Semiring of_numbers(Semiring semiring) {
    return semiring == Semiring::or_and ? Semiring::max_min : semiring;
}

struct EngineOptions {
    std::size_t n = 0;  ///< Vertices; where slabs are parts of a matrix, columns of the widest.
    Dtype dtype = Dtype::f32;
    Semiring semiring = Semiring::min_plus;
    Algorithm algorithm = Algorithm::fw;
    std::string variant;
    /// The matrix is symmetric, and the schedule calls `update` with Part::upper.
    bool symmetric = false;
    /// No weight is negative, as over min_plus: a minimum of floats may then be one of their bits.
    bool non_negative = false;
    /// Predecessors will be asked for.
    bool paths = false;
    /// The device keeps a copy of the weights, for KeptWeights.
    bool keep_weights = false;
    std::size_t arcs = 0;  ///< Of the graph, at most.
    /// Where slabs are parts of a matrix: rows of the largest. 0 for a matrix in one piece.
    std::size_t stripe_rows = 0;
    /// Bytes of a pinned piece of what is copied; 0 for what suits the matrix.
    std::size_t piece = 0;
    /// For Sweeps: rows of targets that it has at hand; 0 where it is not asked for.
    std::size_t slots = 0;
    std::size_t tile = 0;   ///< Edge of the tiles that are closed; 0 for the device's own choice.
    std::size_t block = 0;  ///< Pivots of an outer block; 0 for the device's own choice.
    /// Go over the device's own configuration: of Sweeps where the algorithm is `sparse`, else of
    /// what closes a matrix.
    Settings settings = {};

    /// Rows that operations can concern.
    std::size_t rows() const { return stripe_rows == 0 ? padded(n) : stripe_rows; }
};

}  // namespace apsp
