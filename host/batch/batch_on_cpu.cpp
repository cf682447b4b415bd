// See batch_on_cpu.hpp.
#include "batch/batch_on_cpu.hpp"

#include <algorithm>

#include "backends/processor.hpp"
#include "base/all_dtypes.hpp"
#include "base/host_memory.hpp"
#include "base/parallel_for.hpp"

namespace apsp {
namespace {

constexpr std::size_t kMostBeside = 32;  // vertices of graphs that lie side by side

constexpr std::size_t round_up(std::size_t n, std::size_t to) {
    return (n + to - 1) / to * to;
}

template <class T>
class BatchCloser {
  public:
    BatchCloser(const BatchLoader<T>& loader, BatchResults& results)
        : loader_(loader), results_(results), kernels_(small_kernels<T>(loader.semiring())) {}

    void close(std::span<const std::uint32_t> graphs) {
        const auto beside = static_cast<std::size_t>(
            std::ranges::partition_point(
                graphs, [&](std::size_t b) { return loader_.batch().vertices(b) <= kMostBeside; }) -
            graphs.begin());
        const std::size_t groups = (beside + kWidth - 1) / kWidth;
        const std::size_t tasks = groups + graphs.size() - beside;
        double cost = 0;
        for (const std::uint32_t graph : graphs) {
            const auto n = static_cast<double>(loader_.batch().vertices(graph));
            cost += n * n * (5 + n / 10);
        }
        parallel_with(
            {0, tasks}, cost / static_cast<double>(tasks), [](std::size_t) { return Workspace(); },
            [&](const Workspace& own, std::size_t task) {
                if (task >= groups) return close_one(graphs[beside + task - groups], own);
                const std::size_t first = task * kWidth;
                close_beside(graphs.subspan(first, std::min(kWidth, beside - first)), own);
            });
    }

  private:
    static constexpr std::size_t kWidth = kBeside<T>;
    using Place = UnsignedOf<T>;

    /// Matrices one after the other, then side by side; the same of predecessors.
    struct Workspace {
        T *rows, *lanes, *rows_p, *lanes_p;
        HostMemory memory;

        Workspace() {
            constexpr std::size_t kEach =
                std::max(kWidth * kMostBeside * kMostBeside, kLargestOfBatch * kLargestOfBatch) +
                64;
            memory = allocate_host(4 * kEach * sizeof(T));
            rows = static_cast<T*>(memory.get());
            lanes = rows + kEach;
            rows_p = lanes + kEach;
            lanes_p = rows_p + kEach;
        }
    };

    void close_beside(std::span<const std::uint32_t> graphs, const Workspace& own) {
        const std::size_t n = loader_.batch().vertices(graphs.back());
        const std::size_t ld = round_up(n, kBesideColumns);
        const std::size_t each = round_up(n * ld, kWidth);
        loader_.clear(own.lanes, n, ld, kWidth);
        for (std::size_t k = 0; k < graphs.size(); ++k) {
            loader_.load(graphs[k], own.lanes + k, own.lanes_p + k, ld, kWidth);
        }
        const auto copy_apart = [&](const T* lanes, T* rows) {
            kernels_.write_rows(lanes, kWidth, each, kWidth, rows, each, false);
        };
        kernels_.close_beside(own.lanes, loader_.paths() ? own.lanes_p : nullptr, ld, n);
        copy_apart(own.lanes, own.rows);
        if (loader_.paths()) copy_apart(own.lanes_p, own.rows_p);
        for (std::size_t k = 0; k < graphs.size(); ++k) {
            results_.take(graphs[k], own.rows + k * each,
                          reinterpret_cast<const Place*>(own.rows_p + k * each), ld);
        }
    }

    void close_one(std::size_t graph, const Workspace& own) {
        const std::size_t n = loader_.batch().vertices(graph), ld = round_up(n, kAloneColumns);
        loader_.clear(own.rows, n, ld, 1);
        loader_.load(graph, own.rows, own.rows_p, ld, 1);
        if (loader_.paths()) {
            kernels_.close_with_paths(own.rows, own.rows_p, ld, n);
        } else {
            kernels_.close(own.rows, ld, n);
        }
        results_.take(graph, own.rows, reinterpret_cast<const Place*>(own.rows_p), ld);
    }

    const BatchLoader<T>& loader_;
    BatchResults& results_;
    const SmallKernels<T>& kernels_;
};

}  // namespace

template <class T>
void close_on_cpu(std::span<const std::uint32_t> graphs, const BatchLoader<T>& loader,
                  BatchResults& results) {
    BatchCloser<T>(loader, results).close(graphs);
}

#define APSP_CLOSE_ON_CPU(T)                                                          \
    template void close_on_cpu(std::span<const std::uint32_t>, const BatchLoader<T>&, \
                               BatchResults&);
APSP_FOR_DTYPES(APSP_CLOSE_ON_CPU)

}  // namespace apsp
