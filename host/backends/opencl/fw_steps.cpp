// The product's Floyd-Warshall: fw.cl, one step a launch.
#include "backends/opencl/configurations.hpp"
#include "backends/opencl/steps.hpp"

namespace apsp::opencl {
namespace {

class FwSteps final : public Steps {
  public:
    FwSteps(Launcher& launcher, const EngineOptions& options)
        : launcher_(launcher), gpu_(launcher.description().kind == DeviceKind::gpu) {
        width_ = gpu_ ? 4 : cpu_vector_width(launcher.description(), options.dtype);
        const KernelOptions step_options{
            options.dtype, options.semiring, {{"WIDTH", width_}, {"MIN_TERNARY", 1}}};
        step_ = cl::Kernel(launcher.build("fw.cl", step_options), "fw_step");
    }

    void attach(const cl::Buffer& matrix, std::size_t, std::size_t ld) override {
        matrix_ = matrix;
        ld_ = ld;
    }

    void relax(std::size_t k) override {
        // Rows of padding are relaxed, too, so that any group divides the range. CPUs choose the
        // group better themselves: 16 x 16 was 7 times slower than none on PoCL.
        launcher_.launch(step_, cl::NDRange(ld_ / width_, ld_),
                         gpu_ ? cl::NDRange(32, 8) : cl::NullRange, matrix_, offset(ld_),
                         offset(k));
    }

  private:
    Launcher& launcher_;
    bool gpu_;
    std::size_t width_ = 0;  // cells of a work-item
    std::size_t ld_ = 0;
    cl::Kernel step_;
    cl::Buffer matrix_;
};

}  // namespace

std::unique_ptr<Steps> open_fw_steps(Launcher& launcher, const EngineOptions& options) {
    return std::make_unique<FwSteps>(launcher, options);
}

}  // namespace apsp::opencl
