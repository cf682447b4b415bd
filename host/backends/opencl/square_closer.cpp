// See square_closer.hpp.
#include "backends/opencl/square_closer.hpp"

#include "base/text.hpp"

namespace apsp::opencl {
namespace {

constexpr std::size_t kGroup = kAcross * kAcross;

}  // namespace

SquareCloser::SquareCloser(Launcher& launcher, const GpuConfiguration& configuration,
                           const EngineOptions& options, std::size_t block)
    : launcher_(launcher),
      shape_(closing_shape(launcher.description(), options, block)),
      block_(block),
      vectors_(strip_bytes(options, block) / 2 / 16),
      state_(launcher.allocate(2 * sizeof(cl_uint))) {
    for (cl::Buffer& strips : strips_) strips = launcher.allocate(strip_bytes(options, block) / 2);
    std::tie(kernel_) = launcher.kernels(
        "close_square.cl", configuration.closing_options(launcher.description(), options, shape_),
        "close_square");
    // Twice, since each launch prepares the other's strips.
    for (int meeting = 0; meeting < 2 && works_; ++meeting) {
        launcher.clear(state_, 2 * sizeof(cl_uint));
        launch(strips_[0], 0, 0, 0);
        works_ = works_ && !gave_up();
    }
}

void SquareCloser::close(const Words& to, const View& square) {
    launch(to.buffer, to.at(square), to.ld, square.cols.size());
}

void SquareCloser::launch(const cl::Buffer& matrix, std::size_t at, std::size_t ld,
                          std::size_t size) {
    const std::size_t groups = shape_.groups(size == 0 ? block_ : size);
    const std::size_t steps = std::max<std::size_t>(size / kPivots, 1);
    const std::size_t cleared = (vectors_ + steps - 1) / steps;
    launcher_.launch(kernel_, {groups * kGroup}, {kGroup}, matrix, offset(at), offset(ld),
                     count(size), strips_[0], strips_[1], offset(block_ * block_), count(cleared),
                     state_);
    std::swap(strips_[0], strips_[1]);
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
