// What an engine is opened for.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

#include "apsp/algorithm.hpp"
#include "apsp/semiring.hpp"
#include "graph/padding.hpp"

namespace apsp {

/// Parts of a kernel configuration by name, as tuning finds them: {"tm", 64}. Each backend has
/// names of its own; the device itself chooses what is absent.
using Settings = std::map<std::string, std::size_t>;

/// The semiring for kernels that work on numbers: or_and is max_min on bytes that are 0 or 1.
constexpr Semiring of_numbers(Semiring semiring) {
    return semiring == Semiring::or_and ? Semiring::max_min : semiring;
}

/// What users call a device's default variant with EngineOptions::terms.
inline constexpr std::string_view kTensorVariant = "tensor";

struct EngineOptions {
    std::size_t n = 0;  ///< Vertices; if slabs are parts of a matrix, columns of the widest slab.
    Dtype dtype = Dtype::f32;
    Semiring semiring = Semiring::min_plus;
    Algorithm algorithm = Algorithm::fw;
    std::string variant;
    /// The matrix is symmetric, and the schedule calls `update` with Part::upper.
    bool symmetric = false;
    /// No weight is negative, as over min_plus, so the minimum of floats may be taken of their
    /// bits.
    bool non_negative = false;
    /// Of min-plus in u8, products are sums of so many terms on tensor cores: an encoding of
    /// backends/exponents.hpp that holds every distance; 0 for the vector units.
    std::size_t terms = 0;
    /// Predecessors will be asked for.
    bool paths = false;
    /// The device keeps a copy of the weights, for KeptWeights.
    bool keep_weights = false;
    std::size_t arcs = 0;  ///< Upper bound for the graph's arcs.
    /// Rows of the largest slab if slabs are parts of a matrix; 0 for a matrix in one piece.
    std::size_t stripe_rows = 0;
    /// Bytes of each pinned piece that copies go through; 0 for what suits the matrix.
    std::size_t piece = 0;
    /// Slots for rows of targets in local memory, for Sweeps; 0 if Sweeps are not used.
    std::size_t slots = 0;
    std::size_t tile = 0;   ///< Edge of the tiles that are closed; 0 for the device's own choice.
    std::size_t block = 0;  ///< Pivots of an outer block; 0 for the device's own choice.
    /// Overrides the device's own configuration: that of Sweeps if the algorithm is `sparse`, else
    /// that of the kernels that close a matrix.
    Settings settings = {};

    /// The most rows that an operation can cover.
    std::size_t rows() const { return stripe_rows == 0 ? padded(n) : stripe_rows; }
};

}  // namespace apsp
