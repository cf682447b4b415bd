// See predecessors.hpp.
#include "backends/cuda/predecessors.hpp"

#include <algorithm>

namespace apsp::cuda {
namespace {

constexpr std::size_t kMostFound = std::size_t{1} << 27;  // bytes of P on the device

template <class Element>
Memory copy_of(const Card& card, Transfer& transfer, const std::vector<Element>& elements,
               std::string_view what) {
    const std::size_t bytes = elements.size() * sizeof(Element);
    Memory memory(card, bytes, what);
    if (bytes != 0) transfer.to_device(elements.data(), memory.data(), bytes);
    return memory;
}

}  // namespace

void find_predecessors(const Card& card, Transfer& transfer, const void* distances,
                       const TightArcs& arcs, Matrix& predecessors, cudaStream_t stream) {
    const std::size_t ld = predecessors.ld();
    const std::size_t row_bytes = ld * sizeof(std::int32_t);
    const std::size_t step = std::clamp(
        kMostFound / row_bytes / Matrix::kPadding * Matrix::kPadding, Matrix::kPadding, ld);
    const Memory list = copy_of(card, transfer, arcs.first, "lists of arcs");
    const Memory sources = copy_of(card, transfer, arcs.sources, "arcs");
    const Memory weights = copy_of(card, transfer, arcs.weights, "weights of arcs");
    const Memory direct = copy_of(card, transfer, arcs.direct, "bits of arcs");
    const Memory turned(card, step * ld * size_of(arcs.dtype), "turned rows");
    const Memory found(card, step * row_bytes, "predecessors");
    for (std::size_t row = 0; row < arcs.n; row += step) {
        const std::size_t rows = std::min(step, ld - row);
        card.check(
            launch_predecessors(arcs.dtype,
                                {.distances = distances,
                                 .ld = ld,
                                 .first_row = row,
                                 .blocks = static_cast<unsigned>(rows / kPredecessorLanes),
                                 .turned = turned.data(),
                                 .list = reinterpret_cast<const std::size_t*>(list.data()),
                                 .sources = reinterpret_cast<const unsigned*>(sources.data()),
                                 .weights = weights.data(),
                                 .direct = reinterpret_cast<const unsigned*>(direct.data()),
                                 .direct_words = 2 * arcs.words,
                                 .no_path_from = arcs.no_path_from,
                                 .relative_slack = arcs.relative_slack,
                                 .absolute_slack = arcs.absolute_slack,
                                 .exact = arcs.exact,
                                 .non_negative = arcs.non_negative,
                                 .p = reinterpret_cast<int*>(found.data())},
                                stream),
            "the launch of predecessors");
        auto* const to = static_cast<unsigned char*>(predecessors.data()) + row * row_bytes;
        transfer.to_host(found.data(), to, rows * row_bytes);
    }
}

}  // namespace apsp::cuda
