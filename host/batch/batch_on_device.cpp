// See batch_on_device.hpp.
#include "batch/batch_on_device.hpp"

#include <algorithm>
#include <bit>
#include <memory>
#include <vector>

#include "backends/backend.hpp"
#include "base/all_dtypes.hpp"
#include "base/parallel_for.hpp"

namespace apsp {
namespace {

constexpr std::size_t kMostBytes = std::size_t{1} << 30;  // of matrices on the device

/// Elements of a matrix, and of its predecessors.
template <class T>
std::size_t elements_of(const BatchLoader<T>& loader, std::size_t edge) {
    return edge * edge * (loader.paths() ? 2 : 1);
}

template <class T>
std::unique_ptr<BatchEngine> open(const Device& device, const BatchLoader<T>& loader) {
    const GraphBatch& batch = loader.batch();
    std::size_t bytes = 0;
    for (std::size_t graph = 0; graph < batch.size(); ++graph) {
        const std::size_t edge = std::min(batch.vertices(graph), kLargestOfBatch);
        bytes += elements_of(loader, edge) * sizeof(T);
    }
    EngineOptions options;
    options.semiring = of_numbers(loader.semiring());
    options.dtype = kDtypeOf<T>;
    options.paths = loader.paths();
    options.stripe_rows = std::max<std::size_t>(batch.size(), 1);
    // Pinning memory takes longer than copying what is in it.
    constexpr std::size_t kLeast = std::size_t{256} << 10, kMost = std::size_t{4} << 20;
    options.piece = std::clamp(std::bit_ceil(bytes / 16), kLeast, kMost);
    return backend(device).open_batches(device, options);
}

/// Graphs whose matrices have the same edge.
struct Run {
    std::size_t edge, graphs;
};

std::vector<Run> runs_of(const BatchEngine& engine, std::span<const std::uint32_t> graphs,
                         const GraphBatch& batch) {
    std::vector<Run> runs;
    while (!graphs.empty()) {
        const std::size_t edge = engine.edge(batch.vertices(graphs.front()));
        if (edge == 0) break;
        const auto larger = std::ranges::partition_point(
            graphs, [&](std::uint32_t graph) { return batch.vertices(graph) <= edge; });
        runs.push_back({edge, static_cast<std::size_t>(larger - graphs.begin())});
        graphs = graphs.subspan(runs.back().graphs);
    }
    return runs;
}

}  // namespace

template <class T>
BatchOnDevice<T>::BatchOnDevice(const Device& device, const BatchLoader<T>& loader)
    : device_(device),
      loader_(loader),
      opening_(
          // With both policies, the work is deferred if the system starts no thread.
          std::async(is_processor(device) ? std::launch::deferred
                                          : std::launch::async | std::launch::deferred,
                     [this] { return open(device_, loader_); })) {}

template <class T>
std::size_t BatchOnDevice<T>::prepare(std::span<const std::uint32_t> graphs) {
    engine_ = opening_.get();
    if (engine_ == nullptr) return 0;
    const std::vector<Run> runs = runs_of(*engine_, graphs, loader_.batch());
    if (runs.empty()) return 0;
    std::size_t fitting = 0, elements = 0;
    for (const Run& run : runs) {
        fitting += run.graphs;
        elements = std::max(elements, run.graphs * elements_of(loader_, run.edge));
    }
    const std::size_t room = std::min<std::size_t>(kMostBytes, device_.memory / 4) / sizeof(T);
    elements = std::max(std::min(elements, room), elements_of(loader_, runs.back().edge));
    memory_ = engine_->memory().allocate(1, elements);
    return fitting;
}

template <class T>
double BatchOnDevice<T>::close(std::span<const std::uint32_t> graphs, BatchResults& results) {
    double seconds = 0;
    for (const Run& run : runs_of(*engine_, graphs, loader_.batch())) {
        const std::size_t edge = run.edge, ld = elements_of(loader_, edge), places = edge * edge;
        const Slab slab = {memory_.id, memory_.ld / ld, ld};
        for (std::size_t first = 0; first < run.graphs; first += slab.rows) {
            const auto some = graphs.subspan(first, std::min(slab.rows, run.graphs - first));
            engine_->memory().put(slab, {0, some.size()}, [&](Range rows, void* to) {
                parallel_for(rows, static_cast<double>(ld), [&](std::size_t k) {
                    T* const d = static_cast<T*>(to) + (k - rows.first) * ld;
                    loader_.clear(d, edge, edge, 1);
                    loader_.load(some[k], d, d + places, edge, 1);
                });
            });
            seconds += engine_->close(slab, some.size(), edge);
            engine_->memory().get(slab, {0, some.size()}, [&](Range rows, const void* from) {
                parallel_for(rows, static_cast<double>(ld), [&](std::size_t k) {
                    const T* const d = static_cast<const T*>(from) + (k - rows.first) * ld;
                    results.take(some[k], d, reinterpret_cast<const UnsignedOf<T>*>(d + places),
                                 edge);
                });
            });
        }
        graphs = graphs.subspan(run.graphs);
    }
    return seconds;
}

#define APSP_BATCH_ON_DEVICE(T) template class BatchOnDevice<T>;
APSP_FOR_DTYPES(APSP_BATCH_ON_DEVICE)

}  // namespace apsp
