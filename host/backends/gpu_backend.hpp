// What the backends OpenCL and CUDA open in the same way. gpu_queue.hpp describes Queue and Slabs.
#pragma once

#include <memory>

#include "backends/backend.hpp"
#include "backends/gpu_batches.hpp"
#include "backends/gpu_betweenness.hpp"
#include "backends/gpu_changes.hpp"
#include "backends/gpu_engine.hpp"
#include "backends/gpu_ladder.hpp"
#include "backends/gpu_levels.hpp"
#include "backends/gpu_near.hpp"

namespace apsp {

/// What some devices lack.
struct GpuAbilities {
    bool long_loops = true;
    bool barriers_in_branches = true;  ///< Of branches that all work-items take.
    bool ptx = true;
};

/// Session is a GpuSession.
template <class Session>
class GpuBackend : public Backend {
  public:
    std::vector<std::string_view> ladder_variants(Algorithm algorithm) const override {
        return gpu_ladder_variants(algorithm);
    }

    std::unique_ptr<BatchEngine> open_batches(const Device& device,
                                              const EngineOptions& options) const override {
        if (!abilities(device).long_loops) return nullptr;
        return std::make_unique<GpuBatches<Session>>(
            options, device, [&] { return batch_options(device, options); });
    }

    std::unique_ptr<ChangeEngine> open_changes(const Device& device,
                                               const EngineOptions& options) const override {
        if (!abilities(device).long_loops) return nullptr;
        return std::make_unique<GpuChanges<Session>>(options, device);
    }

    std::unique_ptr<BetweennessEngine> open_betweenness(
        const Device& device, Dtype dtype, const BetweennessQuestion& question) const override {
        const GpuAbilities can = abilities(device);
        if (!can.long_loops || !device.f64) return nullptr;
        const Defines defines = {{"GROUP", kLoadGroup},
                                 {"TARGETS", kLoadTargets},
                                 {"ITEMS", can.barriers_in_branches ? kLoadItems : 0},
                                 {"PTX", can.ptx}};
        const KernelOptions options = {dtype, Semiring::min_plus, defines};
        if (dtype == Dtype::f64) {
            return std::make_unique<GpuBetweenness<Session, double>>(question, options, device);
        }
        return std::make_unique<GpuBetweenness<Session, std::int32_t>>(question, options, device);
    }

    std::unique_ptr<NearEngine> open_near(const Device& device,
                                          const NearQuestion& question) const override {
        const GpuAbilities can = abilities(device);
        if (!can.long_loops || (question.dtype == Dtype::f64 && !device.f64)) return nullptr;
        const std::size_t group = can.ptx ? kNearGroup : 1;  // which can vote
        const Defines defines = {{"MIN_TERNARY_ALL", 1}, {"GROUP", group}, {"PTX", can.ptx}};
        return visit(question.dtype, [&](auto zero) -> std::unique_ptr<NearEngine> {
            return std::make_unique<GpuNear<Session, decltype(zero)>>(
                question, group, KernelOptions{question.dtype, Semiring::min_plus, defines},
                device);
        });
    }

    std::unique_ptr<LevelEngine> open_levels(const Device& device,
                                             const LevelQuestion& question) const override {
        if (!abilities(device).long_loops || !device.f64) return nullptr;
        return std::make_unique<GpuLevels<Session>>(question, device);
    }

  protected:
    virtual GpuAbilities abilities(const Device&) const { return {}; }
    /// How batch_gpu.cl is built, without the macros that depend on the size of matrices.
    virtual KernelOptions batch_options(const Device&, const EngineOptions& options) const {
        return {options.dtype, options.semiring, {}};
    }
};

}  // namespace apsp
