// The semiring product on GPUs, and memory for its operands.
#pragma once

#include "backends/gpu_tensor.hpp"
#include "backends/opencl/configuration.hpp"
#include "backends/opencl/launcher.hpp"
#include "backends/opencl/tiles.hpp"

namespace apsp::opencl {

class GpuProduct {
  public:
    /// For the matrix, or slabs, of the options with blocks of these sizes. `pack_file` has the
    /// `pack` for its elements.
    GpuProduct(Launcher& launcher, const Slabs& slabs, const EngineOptions& options,
               const std::vector<std::size_t>& blocks, std::string_view pack_file,
               const KernelOptions& pack_options);

    /// Memory for the operands.
    static std::size_t operand_bytes(const Device& device, const EngineOptions& options,
                                     const std::vector<std::size_t>& blocks);

    /// As Tiles::update.
    void update(const View& c, const View& a, const View& b, Part part);

  private:
    using Tensor = GpuTensorProduct<Launcher, Slabs>;

    Launcher& launcher_;
    WordLayout layout_;
    std::size_t depth_;
    apsp::GpuProduct<Launcher, Slabs> product_;
    std::optional<Tensor> tensor_;
    ProductShape<cl::Kernel> shape_;
    std::size_t operand_bytes_;
    cl::Buffer operands_;  // A of one product, k-major, and B where it is not read in place
};

}  // namespace apsp::opencl
