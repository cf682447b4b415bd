// What is computed of the distances on a CUDA device: from the slab of a matrix in one piece.
#pragma once

#include <functional>
#include <vector>

#include "algorithms/results.hpp"
#include "backends/cuda/slabs.hpp"

namespace apsp::cuda {

/// Predecessors are found for a block of rows at a time, as on host/backends/opencl/results.hpp.
class DeviceResults final : public Results, public KeptWeights {
  public:
    DeviceResults(const Card& card, Queue& queue, Slabs& slabs, const EngineOptions& options);

    std::vector<RowReduction> reduce_rows(double no_path) override;
    void predecessors(const TightArcs& arcs, Matrix& predecessors) override;
    void keep() override;
    bool predecessors(const TightRule& rule, Matrix& predecessors) override;

  private:
    /// What TightArcs holds, on the device; lists are those of some columns at a time, which `find`
    /// makes room for and has filled in.
    struct DeviceArcs {
        Memory bounds, direct, sources, weights;
    };
    using ListArcs = std::function<void(Range columns, const DeviceArcs& arcs)>;

    template <class T>
    std::vector<RowReduction> reduce(double no_path);
    void find(const TightRule& rule, const std::vector<std::size_t>& bounds, DeviceArcs arcs,
              const ListArcs& list, Matrix& predecessors);

    template <class Element>
    Memory copy_of(const std::vector<Element>& elements, std::string_view what);
    Memory zeros(std::size_t bytes, std::string_view what);
    template <class Element>
    std::vector<Element> read(const Memory& memory, std::size_t count);

    const Card& card_;
    Slabs& slabs_;
    EngineOptions options_;
    cudaStream_t stream_;
    Memory weights_;
};

}  // namespace apsp::cuda
