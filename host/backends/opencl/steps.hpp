// The steps of plain Floyd-Warshall, for the engine.
#pragma once

#include <memory>

#include "algorithms/engine.hpp"
#include "backends/opencl/launcher.hpp"

namespace apsp::opencl {

class Steps {
  public:
    virtual ~Steps() = default;

    /// Takes the matrix of n vertices, whose leading dimension is ld.
    virtual void attach(const cl::Buffer& matrix, std::size_t n, std::size_t ld) = 0;

    // As in Engine.
    virtual void relax(std::size_t k) = 0;
    virtual bool close_all() { return false; }
};

/// A few neighbouring cells a work-item, a step a launch.
std::unique_ptr<Steps> open_fw_steps(Launcher& launcher, const EngineOptions& options);

}  // namespace apsp::opencl
