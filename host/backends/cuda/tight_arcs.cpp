// See tight_arcs.hpp.
#include "backends/cuda/tight_arcs.hpp"

#include "backends/predecessor_parts.hpp"

namespace apsp::cuda {
namespace {

template <class Element>
Element* elements(const Memory& memory) {
    return reinterpret_cast<Element*>(memory.data());
}

}  // namespace

void TightArcFinder::keep(const void* matrix, std::size_t bytes) {
    weights_ = Memory(card_, bytes, "the copy of the weights");
    card_.check(cudaMemcpyAsync(weights_.data(), matrix, bytes, cudaMemcpyDeviceToDevice, stream_),
                "cudaMemcpyAsync");
}

std::vector<std::size_t> TightArcFinder::mark(const void* distances, std::size_t ld,
                                              const TightRule& rule, DeviceArcs& arcs) {
    const std::size_t bits = ld * ld / 8;
    std::vector<unsigned> counts(2 * ld, 0);
    const std::size_t counts_bytes = counts.size() * sizeof(unsigned);
    const Memory on_device(card_, counts_bytes, "counts of arcs");
    arcs.direct = Memory(card_, bits, "bits of arcs");
    tight_ = Memory(card_, rule.exact ? 0 : bits, "bits of tight arcs");
    circles_ = Memory(card_, sizeof(unsigned), "a flag");
    dtype_ = rule.dtype;
    auto* const direct = elements<unsigned>(arcs.direct);
    search_ = {.all_weights = weights_.data(),
               .distances = distances,
               .ld = ld,
               .no_path_from = rule.no_path_from,
               .relative_slack = rule.relative_slack,
               .exact = rule.exact,
               .direct = direct,
               .tight = rule.exact ? direct : elements<unsigned>(tight_),
               .counts = elements<unsigned>(on_device),
               .circles = elements<unsigned>(circles_)};
    card_.check(cudaMemsetAsync(on_device.data(), 0, counts_bytes, stream_), "cudaMemsetAsync");
    card_.check(cudaMemsetAsync(circles_.data(), 0, sizeof(unsigned), stream_), "cudaMemsetAsync");
    card_.check(launch_mark(dtype_, search_, stream_), "the launch of mark");
    card_.check(cudaMemcpyAsync(counts.data(), on_device.data(), counts_bytes,
                                cudaMemcpyDeviceToHost, stream_),
                "cudaMemcpyAsync");
    card_.check(cudaStreamSynchronize(stream_), "cudaStreamSynchronize");

    const auto bounds = list_bounds(rule.n, counts);
    const std::size_t bounds_bytes = bounds.size() * sizeof(std::size_t);
    arcs.bounds = Memory(card_, bounds_bytes, "bounds of lists");
    card_.check(cudaMemcpyAsync(arcs.bounds.data(), bounds.data(), bounds_bytes,
                                cudaMemcpyHostToDevice, stream_),
                "cudaMemcpyAsync");
    card_.check(cudaStreamSynchronize(stream_), "cudaStreamSynchronize");
    return bounds;
}

void TightArcFinder::list(Range columns, const DeviceArcs& arcs) {
    TightArcSearch search = search_;
    search.bounds = elements<std::size_t>(arcs.bounds);
    search.first_column = columns.first;
    search.columns = columns.size();
    search.sources = elements<unsigned>(arcs.sources);
    search.weights = arcs.weights.data();
    card_.check(launch_list(dtype_, search, stream_), "the launch of list");
}

bool TightArcFinder::circles(const TightRule& rule) const {
    if (!rule.exact) return false;
    unsigned found = 0;
    card_.check(
        cudaMemcpyAsync(&found, circles_.data(), sizeof found, cudaMemcpyDeviceToHost, stream_),
        "cudaMemcpyAsync");
    card_.check(cudaStreamSynchronize(stream_), "cudaStreamSynchronize");
    return found != 0;
}

}  // namespace apsp::cuda
