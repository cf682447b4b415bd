// How GPUs divide the search for predecessors, to bound the memory that it takes beside the
// matrices: some rows at a time and, within them, as many columns as have lists of tight arcs that
// fit.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/engine_options.hpp"
#include "backends/engine_plan.hpp"
#include "backends/kernel_shapes.hpp"
#include "graph/padding.hpp"

namespace apsp {

/// Rows at a time, so that their memory stays within a bound: that of their predecessors or, where
/// a device works in the host's memory, of a copy of their elements, which should stay in caches.
inline std::size_t predecessor_rows(std::size_t ld, std::size_t element, bool in_place) {
    const std::size_t row_bytes = ld * (in_place ? element : sizeof(std::int32_t));
    const std::size_t most_bytes = std::size_t{1} << (in_place ? 23 : 27);
    return std::clamp(most_bytes / row_bytes / kPadding * kPadding, kPadding, ld);
}

/// Entries of the lists at a time. In dense random graphs 5 to 20 % of the arcs are tight. More
/// parts cost only launches, unless there are several parts of rows, too.
inline std::size_t listed_arcs(std::size_t ld) {
    return std::max(std::min(ld * ld / 8, std::size_t{1} << 24), kPredecessorLanes * ld);
}

/// Bounds of the lists from two counts per vertex: tight arcs into it, and those that are shortest
/// paths by themselves. As in TightArcs, there is no list where every other vertex has one of the
/// latter.
inline std::vector<std::size_t> list_bounds(std::size_t n,
                                            const std::vector<std::uint32_t>& counts) {
    std::vector<std::size_t> bounds = {0};
    for (std::size_t k = 0; k < counts.size(); k += 2) {
        bounds.push_back(bounds.back() + (counts[k + 1] + 1 == n ? 0 : counts[k]));
    }
    return bounds;
}

/// Ranges of columns with at most `most` entries each, which no kPredecessorLanes columns exceed.
/// `bounds` are those of the lists.
inline std::vector<Range> column_parts(const std::vector<std::size_t>& bounds, std::size_t most) {
    std::vector<Range> parts = {{0, 0}};
    for (std::size_t j = 0; j + 1 < bounds.size(); j += kPredecessorLanes) {
        const std::size_t end = j + kPredecessorLanes;
        if (bounds[end] - bounds[parts.back().first] > most) parts.push_back({j, j});
        parts.back().last = end;
    }
    return parts;
}

/// The most entries of any part.
inline std::size_t longest_part(const std::vector<std::size_t>& bounds,
                                const std::vector<Range>& parts) {
    std::size_t longest = 0;
    for (const Range& part : parts) {
        longest = std::max(longest, bounds[part.last] - bounds[part.first]);
    }
    return longest;
}

/// Adds the buffers of the search. Unless `in_place`, the rows that are found are copied to the
/// host.
inline void plan_predecessors(const EngineOptions& options, bool in_place, EnginePlan& plan) {
    const std::uint64_t ld = padded(options.n), size = size_of(options.dtype);
    const std::uint64_t rows = predecessor_rows(ld, size, in_place);
    const std::uint64_t bits = ld * ld / 8, places = ld * sizeof(std::uint64_t);
    // Floats that round have bits of their own for arcs that are tight.
    const bool rounds = options.keep_weights && !is_integral(options.dtype);
    if (options.keep_weights) {
        plan.buffers.push_back({"copy of the weights, for predecessors", ld * ld * size});
        plan.keeps_weights = true;
    }
    plan.buffers.push_back(
        {"tight arcs, for predecessors",
         (rounds ? 2 : 1) * bits + 2 * places + listed_arcs(ld) * (sizeof(std::uint32_t) + size)});
    plan.buffers.push_back({"rows of predecessors at a time",
                            rows * ld * (size + (in_place ? 0 : sizeof(std::int32_t)))});
}

}  // namespace apsp
