// Predecessors on an OpenCL device, from the distances that it holds: predecessors_gpu.cl or
// predecessors_cpu.cl, for a block of rows at a time.
#pragma once

#include "algorithms/engine.hpp"
#include "backends/opencl/launcher.hpp"
#include "backends/opencl/transfer.hpp"

namespace apsp {

class PredecessorKernels {
  public:
    /// `gpu` chooses the kernels for GPUs.
    PredecessorKernels(const Launcher& launcher, const EngineOptions& options, bool gpu);

    /// As Engine::predecessors. Without `transfer` the device writes to the host's memory.
    void find(Launcher& launcher, const cl::Buffer& distances, const TightArcs& arcs,
              Matrix& predecessors, Transfer* transfer);

  private:
    cl::Kernel turn_, search_;
    bool gpu_;
    std::size_t lanes_ = 32;           // LANES
    std::size_t turned_columns_ = 32;  // LANES of the one file, TURNED of the other
};

}  // namespace apsp
