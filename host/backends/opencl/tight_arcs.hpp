// Tight arcs on an OpenCL GPU, from the distances and a copy of the weights: tight_arcs.cl.
#pragma once

#include <vector>

#include "algorithms/engine.hpp"
#include "backends/opencl/launcher.hpp"

namespace apsp::opencl {

/// What TightArcs holds, on the device; lists may be those of some columns only.
struct DeviceArcs {
    cl::Buffer bounds;
    cl::Buffer sources;
    cl::Buffer weights;
    cl::Buffer direct;
};

class TightArcKernels {
  public:
    TightArcKernels(const Launcher& launcher, const EngineOptions& options);

    /// Copies the matrix of weights, before it becomes that of distances.
    void keep(Launcher& launcher, const cl::Buffer& matrix, std::size_t bytes);

    /// Finds the arcs; the bounds of their lists.
    std::vector<std::size_t> mark(Launcher& launcher, const cl::Buffer& distances, std::size_t ld,
                                  const TightRule& rule, DeviceArcs& arcs);
    /// Fills in the lists of these columns; after `mark`.
    void list(Launcher& launcher, const cl::Buffer& distances, std::size_t ld,
              const TightRule& rule, Range columns, DeviceArcs& arcs);
    /// Whether there may be circles; after all lists have been filled in.
    bool circles(Launcher& launcher, const TightRule& rule) const;

  private:
    cl::Kernel mark_, list_;
    cl::Buffer weights_;
    cl::Buffer tight_;
    cl::Buffer circles_;
};

}  // namespace apsp::opencl
