// Sums of vertices' distances that a kernel makes, on OpenCL and CUDA. gpu_queue.hpp describes
// Queue.
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "backends/gpu_queue.hpp"
#include "statistics/row_reduction.hpp"

namespace apsp {

/// Of some vertices, in distances of type T.
template <class Queue, class T>
class GpuSums {
  public:
    GpuSums(Queue& queue, std::size_t vertices)
        : queue_(queue), memory_(queue.allocate(vertices * sizeof(Sums), "sums of distances")) {}

    /// The kernel's argument: see kernels_cl/sums.h.
    const typename Queue::Memory& memory() const { return memory_; }

    /// Those of the first vertices.
    std::vector<RowReduction> read(std::size_t vertices) {
        std::vector<Sums> all(vertices);
        queue_.read(memory_, all.data(), vertices * sizeof(Sums));
        std::vector<RowReduction> rows(vertices);
        std::ranges::transform(all, rows.begin(), [](const Sums& s) -> RowReduction {
            return {s.count, static_cast<double>(s.most), static_cast<double>(s.sum)};
        });
        return rows;
    }

  private:
    /// Laid out as in kernels_cl/sums.h.
    struct Sums {
        std::conditional_t<std::is_integral_v<T>, std::int64_t, double> sum;
        T most;
        std::uint32_t count;
    };

    Queue& queue_;
    typename Queue::Memory memory_;
};

}  // namespace apsp
