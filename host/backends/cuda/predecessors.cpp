// See predecessors.hpp.
#include "backends/cuda/predecessors.hpp"

#include <algorithm>

namespace apsp::cuda {
namespace {

template <class Element>
Memory copy_of(const Card& card, Transfer& transfer, const std::vector<Element>& elements,
               std::string_view what) {
    const std::size_t bytes = elements.size() * sizeof(Element);
    Memory memory(card, bytes, what);
    if (bytes != 0) transfer.to_device(elements.data(), memory.data(), bytes);
    return memory;
}

/// `list` fills in the lists of some columns.
template <class ListArcs>
void find(const Card& card, Transfer& transfer, const void* distances, const TightRule& rule,
          const DeviceArcs& arcs, const std::vector<Range>& parts, ListArcs&& list,
          Matrix& predecessors, cudaStream_t stream) {
    const std::size_t ld = predecessors.ld();
    const std::size_t row_bytes = ld * sizeof(std::int32_t);
    const std::size_t step = predecessor_rows(ld);
    const Memory turned(card, step * ld * size_of(rule.dtype), "turned rows");
    const Memory found(card, step * row_bytes, "predecessors");
    PredecessorSearch search = {
        .distances = distances,
        .ld = ld,
        .turned = turned.data(),
        .list = reinterpret_cast<const std::size_t*>(arcs.bounds.data()),
        .sources = reinterpret_cast<const unsigned*>(arcs.sources.data()),
        .weights = arcs.weights.data(),
        .direct = reinterpret_cast<const unsigned*>(arcs.direct.data()),
        .direct_words = ld / 32,
        .no_path_from = rule.no_path_from,
        .relative_slack = rule.relative_slack,
        .exact = rule.exact,
        .p = reinterpret_cast<int*>(found.data()),
    };
    for (std::size_t row = 0; row < rule.n; row += step) {
        const std::size_t rows = std::min(step, ld - row);
        search.first_row = row;
        search.blocks = static_cast<unsigned>(rows / kPredecessorLanes);
        card.check(launch_turn(rule.dtype, search, stream), "the launch of turn");
        for (const Range& part : parts) {
            if (row == 0 || parts.size() > 1) list(part);
            search.first_column = part.first;
            search.columns = part.size();
            card.check(launch_search(rule.dtype, search, stream), "the launch of search");
        }
        void* const to = predecessors.row_data(row);
        transfer.to_host(found.data(), to, rows * row_bytes);
    }
}

}  // namespace

void find_predecessors(const Card& card, Transfer& transfer, const void* distances,
                       const TightArcs& arcs, Matrix& predecessors, cudaStream_t stream) {
    const std::size_t element = size_of(arcs.dtype);
    const auto parts = column_parts(arcs.first, listed_arcs(predecessors.ld()));
    const std::size_t longest = longest_part(arcs.first, parts);
    const DeviceArcs copy = {
        .bounds = copy_of(card, transfer, arcs.first, "lists of arcs"),
        .sources = Memory(card, longest * sizeof(std::uint32_t), "arcs"),
        .weights = Memory(card, longest * element, "weights of arcs"),
        .direct = copy_of(card, transfer, arcs.direct, "bits of arcs"),
    };
    const auto list = [&](Range columns) {
        const std::size_t first = arcs.first[columns.first];
        const std::size_t listed = arcs.first[columns.last] - first;
        transfer.to_device(arcs.sources.data() + first, copy.sources.data(),
                           listed * sizeof(std::uint32_t));
        transfer.to_device(arcs.weights.data() + first * element, copy.weights.data(),
                           listed * element);
    };
    find(card, transfer, distances, arcs, copy, parts, list, predecessors, stream);
}

bool find_predecessors(const Card& card, Transfer& transfer, TightArcFinder& finder,
                       const void* distances, const TightRule& rule, Matrix& predecessors,
                       cudaStream_t stream) {
    const std::size_t ld = predecessors.ld();
    DeviceArcs arcs;
    const auto bounds = finder.mark(distances, ld, rule, arcs);
    const auto parts = column_parts(bounds, listed_arcs(ld));
    const std::size_t longest = longest_part(bounds, parts);
    arcs.sources = Memory(card, longest * sizeof(std::uint32_t), "arcs");
    arcs.weights = Memory(card, longest * size_of(rule.dtype), "weights of arcs");
    const auto list = [&](Range columns) { finder.list(columns, arcs); };
    find(card, transfer, distances, rule, arcs, parts, list, predecessors, stream);
    return finder.circles(rule);
}

}  // namespace apsp::cuda
