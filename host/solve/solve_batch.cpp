// See apsp/batch.hpp. Graphs are taken in the order of their sizes.
#include <algorithm>
#include <numeric>

#include "apsp/batch.hpp"
#include "backends/backend.hpp"
#include "base/stop.hpp"
#include "base/stopwatch.hpp"
#include "graph/batch_range.hpp"
#include "graph/negative_cycle.hpp"
#include "solve/batch_on_cpu.hpp"
#include "solve/batch_on_device.hpp"
#include "solve/find_paths.hpp"

namespace apsp {
namespace {

/// Graphs by number of vertices; equal ones keep their order.
std::vector<std::uint32_t> order_by_size(const GraphBatch& batch, std::size_t largest) {
    std::vector<std::size_t> next(largest + 2, 0);
    for (std::size_t b = 0; b < batch.size(); ++b) ++next[batch.vertices(b) + 1];
    std::partial_sum(next.begin(), next.end(), next.begin());
    std::vector<std::uint32_t> order(batch.size());
    for (std::size_t b = 0; b < batch.size(); ++b) {
        order[next[batch.vertices(b)]++] = static_cast<std::uint32_t>(b);
    }
    return order;
}

std::vector<BatchFailure> find_failures(const GraphBatch& batch, const BatchRange& range,
                                        Semiring semiring) {
    std::vector<BatchFailure> failures;
    if (semiring != Semiring::min_plus) return failures;
    for (const std::size_t b : range.negative) {
        check_stop();
        try {
            find_potentials(graph_of(batch, b, semiring));
        } catch (const NegativeCycle& cycle) {
            failures.push_back({b, cycle});
        }
    }
    return failures;
}

void solve_alone(const GraphBatch& batch, std::size_t graph, const Device& device, Dtype dtype,
                 const BatchOptions& options, BatchResults& results) {
    const Solution solution = solve(graph_of(batch, graph, options.semiring), device,
                                    {.semiring = options.semiring,
                                     .dtype = dtype,
                                     .paths = options.paths || options.path_arcs != 0});
    visit(dtype, [&](auto null) {
        using T = decltype(null);
        const Matrix& p = solution.paths.predecessors();
        results.take(graph, solution.distances.row<T>(0).data(),
                     static_cast<const std::int32_t*>(p.data()), solution.distances.ld());
    });
}

}  // namespace

BatchSolution solve_batch(const GraphBatch& batch, const Device& device,
                          const BatchOptions& options) {
    const Stopwatch watch;
    if (options.paths || options.path_arcs != 0) check_paths(options.semiring);
    const BatchRange range = range_of(batch);
    const Dtype dtype = batch_dtype(range, options.semiring, options.dtype);
    BatchSolution solution;
    solution.computed = dtype;
    solution.failures = find_failures(batch, range, options.semiring);
    visit(dtype, [&](auto null) {
        const BatchLoader<decltype(null)> loader(batch, options);
        BatchOnDevice on_device(device, loader);
        BatchResults results(batch, range, options, solution);
        std::vector<std::uint32_t> order = order_by_size(batch, range.largest);
        if (!solution.failures.empty()) {
            std::erase_if(order, [&](std::size_t b) { return results.has_failed(b); });
        }
        const auto larger = std::ranges::partition_point(
            order, [&](std::size_t b) { return batch.vertices(b) <= kLargestOfBatch; });
        const std::span<const std::uint32_t> small(order.begin(), larger);
        const ClosedOnDevice closed = on_device.close(small, results);
        solution.device_seconds = closed.seconds;
        close_on_cpu(small.subspan(closed.graphs), loader, results);
        for (auto b = larger; b != order.end(); ++b) {
            solve_alone(batch, *b, device, dtype, options, results);
        }
    });
    solution.seconds = watch.seconds();
    return solution;
}

Device batch_device(double relaxations) {
    return relaxations >= kBatchForDevice ? select_device(list_devices(), "") : cpu_device();
}

BatchSolution solve_batch(const GraphBatch& batch, const BatchOptions& options) {
    double relaxations = 0;
    for (std::size_t b = 0; b < batch.size(); ++b) {
        const auto n = static_cast<double>(batch.vertices(b));
        relaxations += n * n * n;
    }
    return solve_batch(batch, batch_device(relaxations), options);
}

}  // namespace apsp
