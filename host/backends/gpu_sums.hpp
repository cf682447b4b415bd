// Sums of vertices' distances that a kernel makes, on OpenCL and CUDA. gpu_queue.hpp describes
// Queue and Slabs.
#pragma once

#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "backends/gpu_queue.hpp"
#include "statistics/row_reduction.hpp"

namespace apsp {

/// Of some vertices, in distances of type T: what kernels_cl/sums.h needs and makes.
template <GpuQueue Queue, class Slabs, class T>
class GpuSums {
  public:
    /// `question` has a weight for each of the n vertices, or none. It must outlive the object.
    GpuSums(Queue& queue, Slabs& slabs, std::size_t vertices, const RowQuestion& question,
            std::size_t n)
        : queue_(queue),
          question_(question),
          vertices_(vertices),
          limits_(question.limits.begin(), question.limits.end()) {
        const std::size_t bounds = limits_.size();
        if (bounds != 0) {
            weights_ = question.weights;
            if (weights_.empty()) weights_.assign(n, 1);
        }
        constexpr const char* kWhat = "sums of distances";
        sums_ = zeros(queue, vertices * sizeof(Sums), kWhat);  // also between the members
        within_ = zeros(queue, bounds * vertices * sizeof(double), kWhat);
        limits_there_ = slabs.on_device(limits_, kWhat);
        weights_there_ = slabs.on_device(weights_, kWhat);
    }

    /// What the kernel is built for.
    static Defines defines(const RowQuestion& question, Defines others) {
        others.emplace_back("MORE", question.more() ? 1 : 0);
        return others;
    }

    /// Launches a kernel with its other arguments, which come first.
    template <class... Arguments>
    void launch(typename Queue::Kernel& kernel, const typename Queue::Range& range,
                const typename Queue::Range& group, const Arguments&... arguments) {
        queue_.launch(kernel, range, group, arguments..., sums_,
                      std::uint32_t{question_.harmonic ? 1U : 0U}, count(limits_.size()),
                      limits_there_, weights_there_, within_, count(vertices_));
    }

    /// Those at these places, in this order.
    RowReductions read(std::span<const std::uint32_t> places) {
        const auto all = apsp::read<Sums>(queue_, sums_, vertices_);
        const auto within = apsp::read<double>(queue_, within_, vertices_ * limits_.size());
        RowReductions reduced = no_reductions(question_, places.size());
        std::vector<double> weights(limits_.size());
        for (std::size_t i = 0; i < places.size(); ++i) {
            const Sums& s = all[places[i]];
            reduced.rows[i] = {s.count, static_cast<double>(s.most), static_cast<double>(s.sum),
                               s.harmonic};
            for (std::size_t b = 0; b < weights.size(); ++b) {
                weights[b] = within[b * vertices_ + places[i]];
            }
            reduced.take_within(i, weights);
        }
        return reduced;
    }

  private:
    using Memory = typename Queue::Memory;

    /// Laid out as in kernels_cl/sums.h.
    struct Sums {
        std::conditional_t<std::is_integral_v<T>, std::int64_t, double> sum;
        double harmonic;  // for the kernel a long 0 where it is not asked for
        T most;
        std::uint32_t count;
    };

    Queue& queue_;
    const RowQuestion& question_;
    std::size_t vertices_;
    std::vector<T> limits_;
    std::vector<double> weights_;
    Memory sums_, within_, limits_there_, weights_there_;
};

}  // namespace apsp
