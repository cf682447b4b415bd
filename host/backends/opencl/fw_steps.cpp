// The product's Floyd-Warshall: fw.cl, one step a launch.
#include "backends/opencl/configurations.hpp"
#include "backends/opencl/ladder.hpp"

namespace apsp::opencl {
namespace {

class FwSteps final : public Steps {
  public:
    FwSteps(Launcher& launcher, const Slabs& slabs, const EngineOptions& options)
        : launcher_(launcher),
          slabs_(slabs),
          gpu_(launcher.description().kind == DeviceKind::gpu),
          ld_(padded(options.n)) {
        width_ = gpu_ ? 4 : cpu_vector_width(launcher.description(), options.dtype);
        const KernelOptions step_options{
            options.dtype, options.semiring, {{"WIDTH", width_}, {"MIN_TERNARY", 1}}};
        step_ = cl::Kernel(launcher.build("fw.cl", step_options), "fw_step");
    }

    void relax(std::size_t k) override {
        // Rows of padding are relaxed, too, so that any group divides the range. CPUs choose the
        // group better themselves: 16 x 16 was 7 times slower than none on PoCL.
        launcher_.launch(step_, cl::NDRange(ld_ / width_, ld_),
                         gpu_ ? cl::NDRange(32, 8) : cl::NullRange, slabs_.matrix(), offset(ld_),
                         offset(k));
    }

  private:
    Launcher& launcher_;
    const Slabs& slabs_;
    bool gpu_;
    std::size_t ld_;
    std::size_t width_ = 0;  // cells of a work-item
    cl::Kernel step_;
};

}  // namespace

std::unique_ptr<Steps> make_fw_steps(Launcher& launcher, const Slabs& slabs,
                                     const EngineOptions& options) {
    return std::make_unique<FwSteps>(launcher, slabs, options);
}

}  // namespace apsp::opencl
