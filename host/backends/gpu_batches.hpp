// Small matrices on OpenCL and CUDA, by batch_gpu.cl. gpu_queue.hpp describes Queue and Slabs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <tuple>

#include "algorithms/batch_engine.hpp"
#include "algorithms/engine_options.hpp"
#include "apsp/devices.hpp"
#include "backends/gpu_queue.hpp"
#include "backends/kernel_shapes.hpp"

namespace apsp {

/// How matrices of one edge are distributed over work-items.
struct BatchShape {
    std::size_t sx, sy;       ///< Work-items per matrix; 0 where the edge is too large.
    std::size_t matrices;     ///< Matrices per group.
    std::size_t lines_bytes;  ///< Local memory per group.

    std::size_t group() const { return sx * sy * matrices; }
};

/// Session is a GpuSession.
template <class Session>
class GpuBatches final : public BatchEngine {
  public:
    /// The kernels are built with the options that `kernel` tells and others of their own.
    template <class Kernel>
    GpuBatches(const EngineOptions& options, const Device& device, const Kernel& kernel)
        : options_(options), session_(options, device), kernel_options_(kernel()) {}
    ~GpuBatches() override { session_.queue.drain(); }

    DeviceMemory& memory() override { return session_.slabs; }

    std::size_t edge(std::size_t n) const override {
        const std::size_t edge =
            std::max(kBatchEdges, (n + kBatchEdges - 1) / kBatchEdges * kBatchEdges);
        return shape(edge).matrices != 0 ? edge : 0;
    }

    double close(const Slab& matrices, std::size_t count, std::size_t edge) override {
        const BatchShape shape = this->shape(edge);
        if (shape.group() != group_) build(shape);
        const std::size_t groups = (count + shape.matrices - 1) / shape.matrices;
        session_.restart();
        session_.queue.launch(kernel_, {groups * shape.group()}, {shape.group()},
                              session_.slabs.memory(matrices), apsp::count(count),
                              apsp::count(edge), apsp::count(shape.sx), apsp::count(shape.sy),
                              LocalMemory{shape.lines_bytes});
        session_.queue.finish();
        return session_.queue.seconds();
    }

  private:
    const Device& device() const { return session_.queue.description(); }

    std::size_t micro() const {
        // Other devices have fewer registers, and compilers that take seconds.
        if (device().kind != DeviceKind::gpu || options_.paths) return kBatchMicro<4, true>;
        return options_.dtype == Dtype::f64 ? kBatchMicro<8, false> : kBatchMicro<4, false>;
    }
    /// The fewest matrices per group that leave little of each warp idle.
    BatchShape shape(std::size_t edge) const {
        const std::size_t micro = this->micro(), bytes = size_of(options_.dtype);
        const std::size_t lanes = bytes < 4 ? 2 : 1, word = std::max<std::size_t>(bytes, 4);
        const std::size_t sx = (edge + micro * lanes - 1) / (micro * lanes), sy = sx * lanes;
        const std::size_t items = sx * sy;
        const std::size_t most = std::min(kMostBatchItems, device().largest_work_group);
        if (items > most) return {};
        constexpr std::size_t kWarp = 32;
        const std::size_t enough = std::min<std::size_t>(most, 256);
        const auto idle = [&](std::size_t matrices) {
            const std::size_t all = (matrices * items + kWarp - 1) / kWarp * kWarp;
            return static_cast<double>(all - matrices * items) / static_cast<double>(all);
        };
        std::size_t best = 1;
        for (std::size_t m = 1; m * items <= enough && idle(best) > 0.05; ++m) {
            if (idle(m) < idle(best)) best = m;
        }
        return {sx, sy, best, best * (6 * micro * word + 16) * sy};
    }

    void build(const BatchShape& shape) {
        KernelOptions options = kernel_options_;
        options.defines.insert(options.defines.end(), {{"MICRO", micro()},
                                                       {"EDGES", kBatchEdges},
                                                       {"GROUP", shape.group()},
                                                       {"PATHS", std::size_t{options_.paths}}});
        std::tie(kernel_) = session_.queue.kernels("batch_gpu.cl", options, "close_batch");
        group_ = shape.group();
    }

    EngineOptions options_;
    Session session_;
    KernelOptions kernel_options_;
    typename Session::Queue::Kernel kernel_;
    std::size_t group_ = 0;  // size that the kernel was built for
};

}  // namespace apsp
