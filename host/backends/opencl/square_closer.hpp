// Closes squares on the diagonal, each in one launch whose groups wait for each other: see
// close_square.cl.
#pragma once

#include "backends/gpu_strips.hpp"
#include "backends/opencl/configuration.hpp"
#include "backends/opencl/launcher.hpp"
#include "backends/opencl/slabs.hpp"

namespace apsp::opencl {

class SquareCloser {
  public:
    /// For squares of up to `block` rows. Lets as many groups as these need meet.
    SquareCloser(Launcher& launcher, const GpuConfiguration& configuration,
                 const EngineOptions& options, std::size_t block);

    /// Whether the device runs the groups at the same time. Otherwise it cannot close squares.
    bool works() const noexcept { return works_; }

    void close(const Words& to, const View& square);

    /// After all launches have ended.
    /// @throws Error no_device if groups waited in vain, since they no longer ran at the same time
    void check();

  private:
    /// Launches the groups for a square of so many rows, with the kernel's arguments.
    auto with(std::size_t size);
    bool gave_up();

    Launcher& launcher_;
    ClosingShape shape_;
    std::size_t block_;
    GpuStrips<Launcher> strips_;
    cl::Buffer state_;
    cl::Kernel kernel_;
    bool works_ = true;
};

}  // namespace apsp::opencl
