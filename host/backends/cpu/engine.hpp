// Parts of the CPU engine. It works in the host's memory, and each operation is done when it
// returns.
#pragma once

#include <algorithm>
#include <memory>

#include "algorithms/algorithms.hpp"
#include "algorithms/engine.hpp"
#include "backends/cpu/kernels.hpp"
#include "backends/cpu/slabs.hpp"
#include "base/stop.hpp"

namespace apsp::cpu {

/// Results of the first slab.
std::unique_ptr<Results> make_results(const EngineOptions& options, const Slabs& slabs);
/// Floyd-Warshall, step by step, on the first slab.
std::unique_ptr<Steps> make_steps(const EngineOptions& options, const Slabs& slabs);
std::unique_ptr<Tiles> make_tiles(const EngineOptions& options, const Slabs& slabs);
/// Product::stopped for a std::stop_token.
inline bool stopped(const void* stop) {
    return static_cast<const std::stop_token*>(stop)->stop_requested();
}

struct Sizes {
    std::size_t block;  ///< Pivots of a product.
    std::size_t tile;   ///< Edge of the tiles that a square of that many pivots is closed in.
};
/// For the user's options; the kernels have fixed tiles.
/// @throws Error usage for other sizes
Sizes choose_sizes(const EngineOptions& options);

/// Calls f with an element of the slabs.
template <class F>
auto visit_elements(const EngineOptions& options, F&& f) {
    return in_bits(options) ? f(Bits{}) : visit(options.dtype, f);
}
/// Bytes of the packed operands of an update.
template <class T>
std::size_t packed_bytes(const EngineOptions& options, std::size_t rows, std::size_t columns,
                         std::size_t pivots) {
    const std::size_t cols = row_elements<T>(columns);
    return options.terms != 0 ? tensor_workspace_bytes(rows, cols, pivots)
                              : workspace_bytes<T>(rows, cols, pivots);
}
/// The same of the largest.
template <class T>
std::size_t operand_bytes(const EngineOptions& options, const Sizes& sizes) {
    const std::size_t ld = padded(options.n);
    return packed_bytes<T>(options, options.rows(), ld, std::min(sizes.block, ld));
}
/// The same for closing a square, whose columns are rounded outwards.
template <class T>
std::size_t closing_bytes(const EngineOptions& options, const Sizes& sizes) {
    return packed_bytes<T>(options, sizes.block, sizes.block + 2 * kProductWidth<T>, sizes.tile);
}

/// A search among these arcs, for rows of distances from `first_row` on, side by side in `d`.
template <class T>
PredecessorSearch<T> search_of(const TightArcs& arcs, const T* d, std::size_t ld,
                               std::size_t first_row, Matrix& predecessors) {
    const std::size_t edge = predecessors.ld();
    return {.d = d,
            .ld = ld,
            .first_row = first_row,
            .n = edge,
            .list = arcs.first.data(),
            .sources = arcs.sources.data(),
            .weights = arcs.weights_of<T>(),
            .direct = reinterpret_cast<const unsigned char*>(arcs.direct.data()),
            .direct_bytes = arcs.words * sizeof(std::uint64_t),
            .exact = arcs.exact,
            .no_path_from = static_cast<T>(arcs.no_path_from),
            .relative_slack = static_cast<T>(arcs.relative_slack),
            .p = static_cast<std::int32_t*>(predecessors.data()) + first_row * edge,
            .ldp = edge};
}

template <class T>
const Kernels<T>& find_kernels(const EngineOptions& options) {
    const auto available = available_kernels<T>(options.semiring);
    const auto found = std::ranges::find_if(
        available, [&](const Kernels<T>* kernels) { return kernels->isa == options.variant; });
    return found == available.end() ? *available.front() : **found;
}

/// The same, with truth values as bytes.
template <class T>
const Kernels<T>* number_kernels(Semiring semiring, EngineOptions options = {}) {
    options.semiring = of_numbers(semiring);
    return &find_kernels<T>(options);
}

}  // namespace apsp::cpu
