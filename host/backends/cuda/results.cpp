// See results.hpp.
#include "backends/cuda/results.hpp"

#include <algorithm>
#include <type_traits>

#include "backends/cuda/predecessors.hpp"
#include "backends/predecessor_parts.hpp"
#include "graph/padding.hpp"

namespace apsp::cuda {
namespace {

template <class Element>
Element* elements(const Memory& memory) {
    return reinterpret_cast<Element*>(memory.data());
}

}  // namespace

DeviceResults::DeviceResults(const Card& card, Queue& queue, Slabs& slabs,
                             const EngineOptions& options)
    : card_(card), slabs_(slabs), options_(options), stream_(queue.main()) {
    if (options.paths) {
        card.check(load_predecessors(options.dtype), "loading the kernels of paths");
    }
    if (options.keep_weights) {
        card.check(load_tight_arcs(options.dtype), "loading the kernels of paths");
    }
}

template <class Element>
Memory DeviceResults::copy_of(const std::vector<Element>& elements, std::string_view what) {
    const std::size_t bytes = elements.size() * sizeof(Element);
    Memory memory(card_, bytes, what);
    if (bytes != 0) slabs_.transfer().to_device(elements.data(), memory.data(), bytes);
    return memory;
}

Memory DeviceResults::zeros(std::size_t bytes, std::string_view what) {
    Memory memory(card_, bytes, what);
    card_.check(cudaMemsetAsync(memory.data(), 0, bytes, stream_), "cudaMemsetAsync");
    return memory;
}

template <class Element>
std::vector<Element> DeviceResults::read(const Memory& memory, std::size_t count) {
    std::vector<Element> elements(count);
    card_.check(cudaMemcpyAsync(elements.data(), memory.data(), count * sizeof(Element),
                                cudaMemcpyDeviceToHost, stream_),
                "cudaMemcpyAsync");
    card_.check(cudaStreamSynchronize(stream_), "cudaStreamSynchronize");
    return elements;
}

template <class T>
std::vector<RowReduction> DeviceResults::reduce(double no_path) {
    using Sum = std::conditional_t<std::is_integral_v<T>, std::int64_t, double>;
    const std::size_t n = options_.n;
    const Memory counts(card_, n * sizeof(std::uint32_t), "sums of rows");
    const Memory largest(card_, n * sizeof(T), "sums of rows");
    const Memory sums(card_, n * sizeof(Sum), "sums of rows");
    card_.check(launch_reduce_rows(kDtypeOf<T>, slabs_.matrix(), padded(n), n, no_path,
                                   counts.data(), largest.data(), sums.data(), stream_),
                "the launch of reduce_rows");
    const auto all_counts = read<std::uint32_t>(counts, n);
    const auto all_largest = read<T>(largest, n);
    const auto all_sums = read<Sum>(sums, n);
    std::vector<RowReduction> rows(n);
    for (std::size_t i = 0; i < n; ++i) {
        rows[i] = {all_counts[i], static_cast<double>(all_largest[i]),
                   static_cast<double>(all_sums[i])};
    }
    return rows;
}

std::vector<RowReduction> DeviceResults::reduce_rows(double no_path) {
    return visit(options_.dtype, [&](auto zero) { return reduce<decltype(zero)>(no_path); });
}

void DeviceResults::predecessors(const TightArcs& arcs, Matrix& predecessors) {
    const std::size_t element = size_of(arcs.dtype);
    const auto list = [&](Range columns, const DeviceArcs& to) {
        const std::size_t first = arcs.first[columns.first];
        const std::size_t listed = arcs.first[columns.last] - first;
        Transfer& transfer = slabs_.transfer();
        transfer.to_device(arcs.sources.data() + first, to.sources.data(),
                           listed * sizeof(std::uint32_t));
        transfer.to_device(arcs.weights.data() + first * element, to.weights.data(),
                           listed * element);
    };
    find(arcs, arcs.first,
         {.bounds = copy_of(arcs.first, "lists of arcs"),
          .direct = copy_of(arcs.direct, "bits of arcs"),
          .sources = {},
          .weights = {}},
         list, predecessors);
}

void DeviceResults::keep() {
    const std::size_t ld = padded(options_.n), bytes = ld * ld * size_of(options_.dtype);
    weights_ = Memory(card_, bytes, "the copy of the weights");
    card_.check(
        cudaMemcpyAsync(weights_.data(), slabs_.matrix(), bytes, cudaMemcpyDeviceToDevice, stream_),
        "cudaMemcpyAsync");
}

bool DeviceResults::predecessors(const TightRule& rule, Matrix& predecessors) {
    const std::size_t ld = predecessors.ld(), bits = ld * ld / 8;
    Memory direct(card_, bits, "bits of arcs");
    const Memory tight(card_, rule.exact ? 0 : bits, "bits of tight arcs");
    const Memory counts = zeros(2 * ld * sizeof(unsigned), "counts of arcs");
    const Memory circles = zeros(sizeof(unsigned), "a flag");
    TightArcSearch search = {.all_weights = weights_.data(),
                             .distances = slabs_.matrix(),
                             .ld = ld,
                             .no_path_from = rule.no_path_from,
                             .relative_slack = rule.relative_slack,
                             .exact = rule.exact,
                             .direct = elements<unsigned>(direct),
                             .tight = elements<unsigned>(rule.exact ? direct : tight),
                             .counts = elements<unsigned>(counts),
                             .circles = elements<unsigned>(circles)};
    card_.check(launch_mark(rule.dtype, search, stream_), "the launch of mark");
    const auto bounds = list_bounds(rule.n, read<std::uint32_t>(counts, 2 * ld));
    const auto list = [&](Range columns, const DeviceArcs& to) {
        search.bounds = elements<std::size_t>(to.bounds);
        search.first_column = columns.first;
        search.columns = columns.size();
        search.sources = elements<unsigned>(to.sources);
        search.weights = to.weights.data();
        card_.check(launch_list(rule.dtype, search, stream_), "the launch of list");
    };
    find(rule, bounds,
         {.bounds = copy_of(bounds, "bounds of lists"),
          .direct = std::move(direct),
          .sources = {},
          .weights = {}},
         list, predecessors);
    return rule.exact && read<unsigned>(circles, 1).front() != 0;
}

void DeviceResults::find(const TightRule& rule, const std::vector<std::size_t>& bounds,
                         DeviceArcs arcs, const ListArcs& list, Matrix& predecessors) {
    const std::size_t ld = predecessors.ld(), element = size_of(rule.dtype);
    const std::size_t row_bytes = ld * sizeof(std::int32_t);
    const auto parts = column_parts(bounds, listed_arcs(ld));
    const std::size_t longest = longest_part(bounds, parts);
    arcs.sources = Memory(card_, longest * sizeof(std::uint32_t), "arcs");
    arcs.weights = Memory(card_, longest * element, "weights of arcs");
    const std::size_t step = predecessor_rows(ld);
    const Memory turned(card_, step * ld * element, "turned rows");
    const Memory found(card_, step * row_bytes, "predecessors");
    PredecessorSearch search = {.distances = slabs_.matrix(),
                                .ld = ld,
                                .turned = turned.data(),
                                .list = elements<std::size_t>(arcs.bounds),
                                .sources = elements<unsigned>(arcs.sources),
                                .weights = arcs.weights.data(),
                                .direct = elements<unsigned>(arcs.direct),
                                .direct_words = ld / 32,
                                .no_path_from = rule.no_path_from,
                                .relative_slack = rule.relative_slack,
                                .exact = rule.exact,
                                .p = elements<int>(found)};
    for (std::size_t row = 0; row < rule.n; row += step) {
        const std::size_t rows = std::min(step, ld - row);
        search.first_row = row;
        search.blocks = static_cast<unsigned>(rows / kPredecessorLanes);
        card_.check(launch_turn(rule.dtype, search, stream_), "the launch of turn");
        for (const Range& part : parts) {
            if (row == 0 || parts.size() > 1) list(part, arcs);
            search.first_column = part.first;
            search.columns = part.size();
            card_.check(launch_search(rule.dtype, search, stream_), "the launch of search");
        }
        void* const to = predecessors.row_data(row);
        slabs_.transfer().to_host(found.data(), to, rows * row_bytes);
    }
}

}  // namespace apsp::cuda
