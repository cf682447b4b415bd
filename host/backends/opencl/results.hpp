// What is computed of the distances on an OpenCL device: from the slab of a matrix in one piece.
//
// Predecessors are found by predecessors_gpu.cl or predecessors_cpu.cl, for a block of rows at a
// time. Tight arcs are the host's, or found by a GPU from the weights that it kept (tight_arcs.cl).
#pragma once

#include <functional>
#include <vector>

#include "algorithms/engine_options.hpp"
#include "algorithms/results.hpp"
#include "backends/engine_plan.hpp"
#include "backends/opencl/slabs.hpp"

namespace apsp::opencl {

/// What predecessors will take.
void plan_predecessors_on(const Device& description, const EngineOptions& options,
                          EnginePlan& plan);

class DeviceResults final : public Results, public KeptWeights {
  public:
    DeviceResults(Launcher& launcher, Slabs& slabs, const EngineOptions& options);

    std::vector<RowReduction> reduce_rows(double no_path) override;
    void predecessors(const TightArcs& arcs, Matrix& predecessors) override;
    void keep() override;
    bool predecessors(const TightRule& rule, Matrix& predecessors) override;

  private:
    /// What TightArcs holds, on the device. Without sources and weights, `find` makes room for the
    /// lists of some columns at a time, and has them filled in.
    struct DeviceArcs {
        cl::Buffer bounds, sources, weights, direct;
    };
    using ListArcs = std::function<void(Range columns, const DeviceArcs& arcs)>;

    template <class T>
    std::vector<RowReduction> reduce(T no_path);
    void find(const TightRule& rule, const std::vector<std::size_t>& bounds, DeviceArcs arcs,
              const ListArcs& list, Matrix& predecessors);
    void search(const TightRule& rule, const DeviceArcs& arcs, Range columns, std::size_t row,
                std::size_t blocks, const cl::Buffer& turned, const cl::Buffer& found);

    template <class Element>
    cl::Buffer on_device(const std::vector<Element>& elements);
    template <class Element>
    cl::Buffer copy_of(const std::vector<Element>& elements);
    template <class Element>
    std::vector<Element> read(const cl::Buffer& buffer, std::size_t count);

    Launcher& launcher_;
    Slabs& slabs_;
    EngineOptions options_;
    bool gpu_;                         // whether the kernels are those for GPUs
    std::size_t lanes_ = 32;           // rows side by side
    std::size_t turned_columns_ = 32;  // that a group turns; on GPUs as many as lanes
    cl::Kernel turn_, search_, mark_, list_;
    cl::Buffer weights_;
};

}  // namespace apsp::opencl
