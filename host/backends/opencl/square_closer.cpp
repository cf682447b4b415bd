// See square_closer.hpp.
#include "backends/opencl/square_closer.hpp"

#include "base/text.hpp"

namespace apsp::opencl {
namespace {

constexpr std::size_t kGroup = kAcross * kAcross;

}  // namespace

auto SquareCloser::with(std::size_t size) {
    return [this, groups = shape_.groups(size)](const auto&... arguments) {
        launcher_.launch(kernel_, {groups * kGroup}, {kGroup}, arguments...);
    };
}

SquareCloser::SquareCloser(Launcher& launcher, const GpuConfiguration& configuration,
                           const EngineOptions& options, std::size_t block)
    : launcher_(launcher),
      shape_(closing_shape(launcher.description(), options, block)),
      block_(block),
      strips_(block, size_of(options.dtype)),
      state_(launcher.allocate(2 * sizeof(cl_uint))) {
    strips_.allocate(launcher);
    std::tie(kernel_) = launcher.kernels(
        "close_square.cl", configuration.closing_options(launcher.description(), options, shape_),
        "close_square");
    for (int meeting = 0; meeting < 2 && works_; ++meeting) {
        launcher.clear(state_, 2 * sizeof(cl_uint));
        strips_.clear(state_, with(block_));
        works_ = works_ && !gave_up();
    }
}

void SquareCloser::close(const Words& to, const View& square) {
    const std::size_t size = square.cols.size();
    strips_.use(size, kPivots, to.memory, to.at(square), to.ld, state_, with(size));
}

bool SquareCloser::gave_up() {
    cl_uint state[2] = {};
    launcher_.read(state_, state, sizeof state);
    return state[1] != 0;
}

void SquareCloser::check() {
    if (!gave_up()) return;
    throw Error(ErrorKind::no_device,
                fmt::format("{} no longer runs {} groups of {} at the same time; try --tile 64, or "
                            "SolveOptions::tile",
                            launcher_.label(), shape_.groups(block_), kGroup));
}

}  // namespace apsp::opencl
