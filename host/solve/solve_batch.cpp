// See apsp/batch.hpp. Graphs are taken in the order of their sizes: small ones of about the same
// size side by side, a lane of vectors each, larger ones by themselves, and those beyond that as
// single solves.
#include <omp.h>

#include <algorithm>
#include <bit>
#include <numeric>

#include "apsp/batch.hpp"
#include "backends/cpu/engine.hpp"
#include "base/carried_exception.hpp"
#include "base/host_memory.hpp"
#include "base/stop.hpp"
#include "base/stopwatch.hpp"
#include "base/text.hpp"
#include "graph/batch_range.hpp"
#include "graph/negative_cycle.hpp"
#include "solve/batch_results.hpp"
#include "solve/find_paths.hpp"

namespace apsp {
namespace {

constexpr std::size_t kLargest = 256;     // vertices; larger graphs are solved one by one
constexpr std::size_t kMostBeside = 32;   // vertices of graphs that lie side by side
constexpr std::size_t kRowElements = 64;  // rows of others are multiples of it

constexpr std::size_t round_up(std::size_t n, std::size_t to) {
    return (n + to - 1) / to * to;
}

/// By vertices, in their order among equals.
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

/// Closes graphs of a batch in one type, and hands them to the results.
template <class T>
class BatchCloser {
  public:
    BatchCloser(const GraphBatch& batch, const BatchOptions& options, BatchResults& results)
        : batch_(batch),
          results_(results),
          semiring_(options.semiring),
          paths_(options.paths || options.path_arcs != 0),
          kernels_(cpu::number_kernels<T>(options.semiring)) {}

    /// Of some graphs, by their sizes. Of none more than kLargest vertices.
    void close(std::span<const std::uint32_t> graphs) {
        const auto beside = static_cast<std::size_t>(
            std::ranges::partition_point(
                graphs, [&](std::size_t b) { return batch_.vertices(b) <= kMostBeside; }) -
            graphs.begin());
        const std::size_t groups = (beside + kWidth - 1) / kWidth;
        const std::size_t tasks = groups + graphs.size() - beside;
        CarriedException error;
        const std::stop_token& stop = stop_token();
#pragma omp parallel
        {
            Workspace own;
#pragma omp for schedule(dynamic, 4)
            for (std::size_t task = 0; task < tasks; ++task) {
                if (stop.stop_requested() || error) continue;
                error.keep_from([&] {
                    if (task < groups) {
                        const std::size_t first = task * kWidth;
                        const std::size_t count = std::min(kWidth, beside - first);
                        close_beside(graphs.subspan(first, count), own);
                    } else {
                        close_one(graphs[beside + task - groups], own);
                    }
                });
            }
        }
        error.rethrow();
        check_stop();
    }

  private:
    static constexpr std::size_t kWidth = cpu::kBeside<T>;
    using Place = PlaceOf<T>;

    /// Matrices one after the other, then side by side; the same of predecessors.
    struct Workspace {
        T *rows, *lanes, *rows_p, *lanes_p;
        HostMemory memory;

        Workspace() {
            constexpr std::size_t kEach =
                std::max(kWidth * kMostBeside * kMostBeside, kLargest * kLargest) + 64;
            memory = allocate_host(4 * kEach * sizeof(T));
            rows = static_cast<T*>(memory.get());
            lanes = rows + kEach;
            rows_p = lanes + kEach;
            lanes_p = rows_p + kEach;
        }
    };

    /// Matrices without arcs, of which `stride` lie side by side.
    void clear(T* d, std::size_t n, std::size_t ld, std::size_t stride) const {
        std::fill_n(d, n * ld * stride, zero<T>(semiring_));
        for (std::size_t i = 0; i < n; ++i) {
            std::fill_n(d + i * (ld + 1) * stride, stride, one<T>(semiring_));
        }
    }

    /// The arcs of one into such a matrix.
    void load(std::size_t graph, T* d, T* p, std::size_t ld, std::size_t stride) const {
        visit(batch_.weight_dtype(), [&](auto null) {
            using W = decltype(null);
            batch_.for_each_arc<W>(graph, [&](std::size_t i, std::size_t j, W w, std::size_t) {
                if (i == j) return;
                const std::size_t at = (i * ld + j) * stride;
                d[at] = plus(semiring_, d[at], weight_as<T>(semiring_, w));
                if (paths_) p[at] = std::bit_cast<T>(static_cast<Place>(i));
            });
        });
    }

    void close_beside(std::span<const std::uint32_t> graphs, const Workspace& own) {
        const std::size_t n = batch_.vertices(graphs.back());
        const std::size_t ld = round_up(n, cpu::kBesideColumns);
        const std::size_t each = round_up(n * ld, kWidth);
        clear(own.lanes, n, ld, kWidth);
        for (std::size_t k = 0; k < graphs.size(); ++k) {
            load(graphs[k], own.lanes + k, own.lanes_p + k, ld, kWidth);
        }
        kernels_.close_beside(own.lanes, paths_ ? own.lanes_p : nullptr, ld, n);
        const auto turn = [&](const T* from, T* to) {
            kernels_.write_rows(from, kWidth, each, kWidth, to, each, false);
        };
        turn(own.lanes, own.rows);
        if (paths_) turn(own.lanes_p, own.rows_p);
        for (std::size_t k = 0; k < graphs.size(); ++k) {
            results_.take(graphs[k], own.rows + k * each,
                          reinterpret_cast<const Place*>(own.rows_p + k * each), ld);
        }
    }

    void close_one(std::size_t graph, const Workspace& own) {
        const std::size_t n = batch_.vertices(graph), ld = round_up(n, kRowElements);
        clear(own.rows, n, ld, 1);
        load(graph, own.rows, own.rows_p, ld, 1);
        if (paths_) {
            kernels_.close_with_paths(own.rows, own.rows_p, ld, n);
        } else {
            kernels_.close(own.rows, ld, n);
        }
        results_.take(graph, own.rows, reinterpret_cast<const Place*>(own.rows_p), ld);
    }

    const GraphBatch& batch_;
    BatchResults& results_;
    Semiring semiring_;
    bool paths_;
    const cpu::Kernels<T>& kernels_;
};

void solve_alone(const GraphBatch& batch, std::size_t graph, Dtype dtype,
                 const BatchOptions& options, BatchResults& results) {
    const Solution solution = solve(graph_of(batch, graph, options.semiring),
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

BatchSolution solve_batch(const GraphBatch& batch, const BatchOptions& options) {
    const Stopwatch watch;
    if (options.paths || options.path_arcs != 0) check_paths(options.semiring);
    const BatchRange range = range_of(batch);
    const Dtype dtype = batch_dtype(range, options.semiring, options.dtype);
    BatchSolution solution;
    solution.computed = dtype;
    solution.failures = find_failures(batch, range, options.semiring);
    BatchResults results(batch, range, options, solution);

    std::vector<std::uint32_t> order = order_by_size(batch, range.largest);
    std::erase_if(order, [&](std::size_t b) { return results.has_failed(b); });
    const auto larger = std::ranges::partition_point(
        order, [&](std::size_t b) { return batch.vertices(b) <= kLargest; });
    visit(dtype, [&](auto zero) {
        BatchCloser<decltype(zero)>(batch, options, results).close({order.begin(), larger});
    });
    for (auto b = larger; b != order.end(); ++b) solve_alone(batch, *b, dtype, options, results);
    solution.seconds = watch.seconds();
    return solution;
}

}  // namespace apsp
