// Closes squares on the diagonal, each in one launch whose groups wait for each other: see
// close_square.cl.
#pragma once

#include "backends/gpu_strips.hpp"
#include "backends/opencl/configuration.hpp"
#include "backends/opencl/launcher.hpp"
#include "backends/opencl/slabs.hpp"
#include "base/text.hpp"

namespace apsp::opencl {

class SquareCloser {
    static constexpr std::size_t kGroup = kAcross * kAcross;

    /// Launches the groups for a square of so many rows, with the kernel's arguments.
    auto with(std::size_t size) {
        return [this, groups = shape_.groups(size)](const auto&... arguments) {
            launcher_.launch(kernel_, {groups * kGroup}, {kGroup}, arguments...);
        };
    }

  public:
    /// For squares of up to `block` rows. Lets as many groups as these need meet.
    SquareCloser(Launcher& launcher, const GpuConfiguration& configuration,
                 const EngineOptions& options, std::size_t block)
        : launcher_(launcher),
          shape_(closing_shape(launcher.description(), options, block)),
          block_(block),
          strips_(block, size_of(options.dtype)),
          state_(launcher.allocate(2 * sizeof(cl_uint))) {
        strips_.allocate(launcher);
        std::tie(kernel_) = launcher.kernels(
            "close_square.cl",
            configuration.closing_options(launcher.description(), options, shape_), "close_square");
        for (int meeting = 0; meeting < 2 && works_; ++meeting) {
            launcher.clear(state_, 2 * sizeof(cl_uint));
            strips_.clear(state_, with(block_));
            works_ = works_ && !gave_up();
        }
    }

    /// Whether the device runs the groups at the same time. Otherwise it cannot close squares.
    bool works() const noexcept { return works_; }

    void close(const Words& to, const View& square) {
        const std::size_t size = square.cols.size();
        strips_.use(size, kPivots, to.memory, to.at(square), to.ld, state_, with(size));
    }

    /// After all launches have ended.
    /// @throws Error no_device if groups waited in vain, since they no longer ran at the same time
    void check() {
        if (!gave_up()) return;
        throw Error(ErrorKind::no_device,
                    fmt::format("{} no longer runs {} groups of {} at the same time; try --tile "
                                "64, or SolveOptions::tile",
                                launcher_.label(), shape_.groups(block_), kGroup));
    }

  private:
    bool gave_up() {
        cl_uint state[2] = {};
        launcher_.read(state_, state, sizeof state);
        return state[1] != 0;
    }

    Launcher& launcher_;
    ClosingShape shape_;
    std::size_t block_;
    GpuStrips<Launcher> strips_;
    cl::Buffer state_;
    cl::Kernel kernel_;
    bool works_ = true;
};

}  // namespace apsp::opencl
