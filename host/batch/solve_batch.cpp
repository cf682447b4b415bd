// See apsp/batch.hpp. Devices take graphs in the order of their sizes, independently of each other,
// so the fastest takes the most.
#include <algorithm>
#include <memory>
#include <numeric>

#include "apsp/batch.hpp"
#include "backends/backend.hpp"
#include "base/all_at_once.hpp"
#include "base/stop.hpp"
#include "base/stopwatch.hpp"
#include "batch/batch_on_cpu.hpp"
#include "batch/batch_on_device.hpp"
#include "batch/batch_pieces.hpp"
#include "graph/batch_range.hpp"
#include "negative/negative_cycle.hpp"
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

/// Finds negative cycles, and keeps potentials of the graphs that are closed together in floats.
std::vector<BatchFailure> find_failures(const GraphBatch& batch, const BatchRange& range,
                                        Semiring semiring, Dtype dtype, BatchCosts& costs) {
    std::vector<BatchFailure> failures;
    if (semiring != Semiring::min_plus) return failures;
    for (const std::size_t b : range.negative) {
        check_stop();
        try {
            Graph graph = graph_of(batch, b, semiring);
            give_potentials(graph, semiring);
            const bool alone = graph.vertices() > kLargestOfBatch;
            if (!is_integral(dtype) && !alone) costs.add(b, std::move(graph), dtype);
        } catch (const NegativeCycle& cycle) {
            failures.push_back({b, cycle});
        }
    }
    return failures;
}

/// Solves a batch on all its devices at the same time.
template <class T>
class BatchTeam {
  public:
    using Graphs = BatchPieces::Graphs;

    /// Opens the devices while the caller goes on with other work.
    BatchTeam(std::span<const Device> devices, const GraphBatch& batch, const BatchCosts& costs,
              const BatchOptions& options, BatchSolution& solution)
        : devices_(devices),
          batch_(batch),
          options_(options),
          loader_(batch, costs, options),
          solution_(solution) {
        for (const Device& device : devices) {
            opened_.push_back(std::make_unique<BatchOnDevice<T>>(device, loader_));
            solution.shares.push_back({device});
        }
    }

    /// Solves graphs that come in the order of their sizes.
    void solve(Graphs graphs, BatchResults& results) {
        const auto larger = std::ranges::partition_point(
            graphs, [&](std::size_t b) { return batch_.vertices(b) <= kLargestOfBatch; });
        BatchPieces small(batch_, {graphs.begin(), larger}, devices_.size(), graphs.size());
        BatchPieces large(batch_, {larger, graphs.end()}, devices_.size(), 1);
        std::vector<double> seconds(devices_.size());
        const auto nothing_more = [&] {
            small.take_rest();
            large.take_rest();
        };
        all_at_once(devices_.size(), nothing_more, [&](std::size_t k) {
            solve_large(k, large, results);
            seconds[k] = solve_small(k, small, results);
        });
        solution_.device_seconds = std::accumulate(seconds.begin(), seconds.end(), 0.0);
        const Graphs rest = small.take_rest();
        if (rest.empty()) return;
        const Stopwatch watch;
        close_on_cpu(rest, loader_, results);
        solution_.shares.push_back({cpu_device(), rest.size(), watch.seconds()});
    }

  private:
    bool is_cpu(std::size_t k) const { return is_processor(devices_[k]); }

    /// Solves graphs one by one on device k, while there are any. Others than the processor begin
    /// with the largest.
    void solve_large(std::size_t k, BatchPieces& large, BatchResults& results) {
        take_turns(
            solution_.shares[k],
            [&] { return is_cpu(k) ? large.take_smallest() : large.take_largest(); },
            [&](Graphs one) { solve_alone(one.front(), devices_[k], results); });
    }

    /// Solves graphs side by side on device k, while there are any that fit. The processor begins
    /// with the largest, which may not fit the others. Returns the seconds of the device's kernels.
    double solve_small(std::size_t k, BatchPieces& small, BatchResults& results) {
        BatchOnDevice<T>& on_device = *opened_[k];
        const std::size_t fitting = on_device.prepare(small.all());
        double seconds = 0;
        take_turns(
            solution_.shares[k],
            [&] { return is_cpu(k) ? small.take_largest() : small.take_smallest(fitting); },
            [&](Graphs some) {
                if (is_cpu(k)) return close_on_cpu(some, loader_, results);
                seconds += on_device.close(some, results);
            });
        return seconds;
    }

    /// Solves what `take` returns, until that is nothing.
    template <class Take, class Solve>
    static void take_turns(BatchShare& share, Take&& take, Solve&& solve) {
        for (Graphs some = take(); !some.empty(); some = take()) {
            const Stopwatch watch;
            solve(some);
            share.graphs += some.size();
            share.seconds += watch.seconds();
        }
    }

    void solve_alone(std::size_t graph, const Device& device, BatchResults& results) const {
        const Solution solution = apsp::solve(
            graph_of(batch_, graph, options_.semiring), device,
            {.semiring = options_.semiring, .dtype = kDtypeOf<T>, .paths = loader_.paths()});
        const Matrix& p = solution.paths.predecessors();
        results.take(graph, solution.distances.template row<T>(0).data(),
                     static_cast<const std::int32_t*>(p.data()), solution.distances.ld());
    }

    const std::span<const Device> devices_;
    const GraphBatch& batch_;
    const BatchOptions& options_;
    const BatchLoader<T> loader_;
    BatchSolution& solution_;
    std::vector<std::unique_ptr<BatchOnDevice<T>>> opened_;
};

}  // namespace

// Devices are a span since GCC 12 takes `solve_batch(batch, {.paths = true})` for ambiguous if they
// are a vector.
BatchSolution solve_batch(const GraphBatch& batch, std::span<const Device> devices,
                          const BatchOptions& options) {
    const Stopwatch watch;
    if (devices.empty()) throw Error(ErrorKind::usage, "no device to solve on");
    if (options.paths || options.path_arcs != 0) check_paths(options.semiring);
    const BatchRange range = range_of(batch);
    const Dtype dtype = batch_dtype(range, options.semiring, options.dtype);
    BatchSolution solution;
    solution.computed = dtype;
    BatchCosts costs;
    solution.failures = find_failures(batch, range, options.semiring, dtype, costs);
    visit(dtype, [&](auto null) {
        BatchTeam<decltype(null)> team(devices, batch, costs, options, solution);
        BatchResults results(batch, range, costs, options, solution);
        std::vector<std::uint32_t> order = order_by_size(batch, range.largest);
        if (!solution.failures.empty()) {
            std::erase_if(order, [&](std::size_t b) { return results.has_failed(b); });
        }
        team.solve(order, results);
    });
    solution.seconds = watch.seconds();
    return solution;
}

BatchSolution solve_batch(const GraphBatch& batch, const Device& device,
                          const BatchOptions& options) {
    return solve_batch(batch, std::span(&device, 1), options);
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
