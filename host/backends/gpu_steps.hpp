// Steps of Floyd-Warshall on OpenCL and CUDA, by fw.cl and, of bits, bits.cl. gpu_queue.hpp
// describes Queue and Slabs.
#pragma once

#include <tuple>

#include "algorithms/engine_options.hpp"
#include "algorithms/tiles.hpp"
#include "apsp/devices.hpp"
#include "backends/gpu_queue.hpp"
#include "graph/padding.hpp"

namespace apsp {

/// `step`: one launch per step, `width` neighbouring cells per work-item or, of bits, a word.
template <GpuQueue Queue, class Slabs>
class FwSteps final : public Steps {
  public:
    FwSteps(Queue& queue, const Slabs& slabs, const EngineOptions& options, std::size_t width,
            bool bits = false)
        : queue_(queue),
          slabs_(slabs),
          rows_(padded(options.n)),
          ld_(bits ? rows_ / 32 : rows_),
          items_(bits ? ld_ : ld_ / width),
          gpu_(queue.description().kind == DeviceKind::gpu) {
        const KernelOptions of_cells = {
            options.dtype, options.semiring, {{"WIDTH", width}, {"MIN_TERNARY", 1}}};
        std::tie(kernel_) =
            queue.kernels(bits ? "bits.cl" : "fw.cl", bits ? bit_options() : of_cells, "fw_step");
    }

    void relax(std::size_t k) override {
        // On CPUs the driver chooses: see LadderSteps::relax.
        constexpr std::size_t kAcross = 32;
        const std::size_t across = gpu_ ? (items_ + kAcross - 1) / kAcross * kAcross : items_;
        queue_.launch(kernel_, {across, rows_},
                      gpu_ ? typename Queue::Range{kAcross, 8} : typename Queue::Range{},
                      slabs_.matrix(), offset(ld_), offset(k));
    }

  private:
    Queue& queue_;
    const Slabs& slabs_;
    std::size_t rows_, ld_, items_;  // ld_ in cells, or words of bits; items_ per row
    bool gpu_;
    typename Queue::Kernel kernel_;
};

}  // namespace apsp
