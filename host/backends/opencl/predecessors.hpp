// Predecessors on an OpenCL device, from the distances that it holds: predecessors_gpu.cl or
// predecessors_cpu.cl, for a block of rows at a time. Tight arcs are the host's, or found by the
// device from the weights that it kept.
#pragma once

#include <functional>
#include <optional>

#include "algorithms/engine_options.hpp"
#include "backends/engine_plan.hpp"
#include "backends/opencl/launcher.hpp"
#include "backends/opencl/tight_arcs.hpp"
#include "backends/opencl/transfer.hpp"
#include "paths/tight_arcs.hpp"

namespace apsp::opencl {

/// What `PredecessorKernels` will take.
void plan_predecessor_kernels(const Device& description, const EngineOptions& options,
                              EnginePlan& plan);

class PredecessorKernels {
  public:
    PredecessorKernels(const Launcher& launcher, const EngineOptions& options);

    /// Keeps a copy of the weights, if the options ask for it.
    void keep(Launcher& launcher, const cl::Buffer& matrix, std::size_t bytes);

    /// As Results::predecessors. Without `transfer` the device writes to the host's memory.
    void find(Launcher& launcher, const cl::Buffer& distances, const TightArcs& arcs,
              Matrix& predecessors, Transfer* transfer);
    /// As KeptWeights::predecessors, of the weights that were kept.
    bool find(Launcher& launcher, const cl::Buffer& distances, const TightRule& rule,
              Matrix& predecessors, Transfer* transfer);

  private:
    /// Lists what is not listed yet of the arcs into these vertices.
    using ListArcs = std::function<void(Range columns)>;
    void find(Launcher& launcher, const cl::Buffer& distances, const TightRule& rule,
              const DeviceArcs& arcs, const std::vector<Range>& parts, const ListArcs& list,
              Matrix& predecessors, Transfer* transfer);

    cl::Kernel turn_, search_;
    std::optional<TightArcKernels> tight_arcs_;
    bool gpu_;
    std::size_t lanes_ = 32;           // rows side by side
    std::size_t turned_columns_ = 32;  // that a group turns; on GPUs as many as lanes
};

}  // namespace apsp::opencl
