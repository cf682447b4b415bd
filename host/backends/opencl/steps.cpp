// Ways through plain Floyd-Warshall: what each work-item does in a step, and whether a step is a
// launch. The first is the product's own, the others are of the ladder.
//
// In the ladder's, `tile` is the cells of a work-item, `block` the work-items of a group.
#include <algorithm>

#include "backends/opencl/configurations.hpp"
#include "backends/opencl/ladder.hpp"
#include "backends/opencl/quirks.hpp"
#include "base/text.hpp"

namespace apsp::opencl {
namespace {

void check_iterations(const Launcher& launcher, const EngineOptions& options, double iterations) {
    const auto limit = iteration_limit(launcher.description());
    if (!limit || iterations <= static_cast<double>(*limit)) return;
    throw Error(ErrorKind::no_device,
                fmt::format("unsupported: {} of n = {} takes {:.0f} iterations a work-item; {} "
                            "ends it after {}; try another SolveOptions::variant or device",
                            options.variant, options.n, iterations, launcher.label(), *limit));
}

class DeviceSteps : public Steps {
  public:
    DeviceSteps(Launcher& launcher, const Slabs& slabs, const EngineOptions& options,
                std::string_view file, const char* kernel, const KernelOptions& kernel_options)
        : launcher_(launcher),
          slabs_(slabs),
          options_(options),
          n_(options.n),
          ld_(padded(options.n)),
          kernel_(launcher.build(file, kernel_options), kernel) {}

    void relax(std::size_t) override {}

  protected:
    bool gpu() const { return launcher_.description().kind == DeviceKind::gpu; }

    /// Work-items of a group: the user's choice or this, as far as the kernel allows.
    std::size_t group(std::size_t preferred) const {
        const auto most = kernel_.getWorkGroupInfo<CL_KERNEL_WORK_GROUP_SIZE>(launcher_.device());
        if (options_.block > most) {
            throw Error(ErrorKind::usage,
                        fmt::format("block {}: {} allows {} work-items a group for {}",
                                    options_.block, launcher_.label(), most, options_.variant));
        }
        return options_.block != 0 ? options_.block : std::min(preferred, most);
    }

    const cl::Buffer& matrix() const { return slabs_.matrix(); }

    Launcher& launcher_;
    const Slabs& slabs_;
    EngineOptions options_;
    std::size_t n_;
    std::size_t ld_;
    cl::Kernel kernel_;
};

/// One launch per step over all cells, `width` neighbouring ones per work-item: fw.cl, and naive.
class EachCell final : public DeviceSteps {
  public:
    EachCell(Launcher& launcher, const Slabs& slabs, const EngineOptions& options,
             std::string_view file, const char* kernel, const KernelOptions& kernel_options,
             std::size_t width)
        : DeviceSteps(launcher, slabs, options, file, kernel, kernel_options), width_(width) {}
    void relax(std::size_t k) override {
        // Rows of padding are relaxed, too, so that any group divides the range. CPUs choose the
        // group better themselves: 16 x 16 was 7 times slower than none on PoCL.
        launcher_.launch(kernel_, cl::NDRange(ld_ / width_, ld_),
                         gpu() ? cl::NDRange(32, 8) : cl::NullRange, matrix(), offset(ld_),
                         offset(k));
    }

  private:
    std::size_t width_;
};

class Single final : public DeviceSteps {
  public:
    Single(Launcher& launcher, const Slabs& slabs, const EngineOptions& options)
        : DeviceSteps(launcher, slabs, options, "ladder/single.cl", "single",
                      ladder_options(launcher, options, {})) {
        const auto n = static_cast<double>(options.n);
        check_iterations(launcher, options, n * n * n + n * n + n);
    }
    bool relax_all() override {
        launcher_.launch(kernel_, cl::NDRange(1), cl::NDRange(1), matrix(), offset(ld_),
                         offset(n_));
        return true;
    }
};

/// coalesced and row-shared.
class Segments final : public DeviceSteps {
  public:
    Segments(Launcher& launcher, const Slabs& slabs, const EngineOptions& options,
             const char* kernel)
        : DeviceSteps(launcher, slabs, options, "ladder/coalesced.cl", kernel,
                      ladder_options(launcher, options, {})),
          group_(group(128)),
          segment_(options.tile != 0 ? options.tile : 8) {
        check_iterations(launcher, options, static_cast<double>(segment_));
    }
    void relax(std::size_t k) override {
        const std::size_t groups = (ld_ + group_ * segment_ - 1) / (group_ * segment_);
        launcher_.launch(kernel_, cl::NDRange(groups * group_, n_), cl::NDRange(group_, 1),
                         matrix(), offset(ld_), count(segment_), offset(k));
    }

  private:
    std::size_t group_;
    std::size_t segment_;
};

/// Cells in a row, dealt to work-items in runs: one group a compute unit unless the user's runs
/// are shorter.
class Runs : public DeviceSteps {
  public:
    Runs(Launcher& launcher, const Slabs& slabs, const EngineOptions& options,
         std::string_view file, const char* kernel, Defines defines = {})
        : DeviceSteps(launcher, slabs, options, file, kernel,
                      ladder_options(launcher, options, std::move(defines))),
          group_(group(gpu() ? 1024 : 1)) {
        const std::size_t units = std::max<std::size_t>(launcher_.description().compute_units, 1);
        const std::size_t items = units * group_;
        run_ = options_.tile != 0 ? options_.tile : (cells() + items - 1) / items;
        check_iterations(launcher_, options_, static_cast<double>(run_));
    }

  protected:
    std::size_t cells() const { return n_ * ld_; }
    std::size_t groups() const { return (cells() + run_ * group_ - 1) / (run_ * group_); }

    std::size_t group_;
    std::size_t run_ = 0;
};

class Chunked final : public Runs {
  public:
    Chunked(Launcher& launcher, const Slabs& slabs, const EngineOptions& options)
        : Runs(launcher, slabs, options, "ladder/chunked.cl", "chunked") {}
    void relax(std::size_t k) override {
        launcher_.launch(kernel_, cl::NDRange(groups() * group_), cl::NDRange(group_), matrix(),
                         offset(ld_), offset(cells()), offset(run_), offset(k));
    }
};

/// How often a group looks at a flag before it gives up: a second or a few, at 4 ns each on a CPU
/// and 0.7 us on a GPU.
std::size_t polls(const Device& device) {
    return std::size_t{1} << (device.kind == DeviceKind::gpu ? 22 : 28);
}

class Persistent final : public Runs {
  public:
    Persistent(Launcher& launcher, const Slabs& slabs, const EngineOptions& options,
               const char* kernel)
        : Runs(check(launcher, options), slabs, options, "ladder/persistent.cl", kernel,
               defines(launcher.description())) {}

    bool relax_all() override {
        const std::size_t bytes = (groups() + 1) * sizeof(cl_uint);
        const cl::Buffer flags = launcher_.allocate(bytes);
        cl_uint stalled = 0;
        guarded(launcher_.label(), [&] {
            cl::CommandQueue& queue = launcher_.queue();
            queue.enqueueFillBuffer(flags, cl_uint{0}, 0, bytes);
            launcher_.launch(kernel_, cl::NDRange(groups() * group_), cl::NDRange(group_), matrix(),
                             offset(ld_), offset(cells()), offset(run_), count(n_), flags);
            queue.enqueueReadBuffer(flags, CL_TRUE, groups() * sizeof stalled, sizeof stalled,
                                    &stalled);
        });
        if (stalled == 0) return true;
        throw Error(
            ErrorKind::no_device,
            fmt::format("unsupported: {} with {} groups of {}: {} does not run them at "
                        "the same time; try a larger SolveOptions::tile (now {} cells a work-item)",
                        options_.variant, groups(), group_, launcher_.label(), run_));
    }

  private:
    static Defines defines(const Device& device) {
        Defines all = {{"POLLS", polls(device)}};
        if (fence_between_groups(device) == GroupFence::ptx) all.emplace_back("PTX_FENCE", 1);
        return all;
    }
    static Launcher& check(Launcher& launcher, const EngineOptions& options) {
        const Device& device = launcher.description();
        const auto refuse = [&](std::string_view why) {
            throw Error(ErrorKind::no_device, fmt::format("unsupported: {} on {}: {}",
                                                          options.variant, launcher.label(), why));
        };
        if (const auto limit = iteration_limit(device)) {
            refuse(fmt::format("it ends loops that wait after {} iterations", *limit));
        }
        if (fence_between_groups(device) == GroupFence::none) {
            refuse("OpenCL C 1.2 has no fence between groups; only NVIDIA's compiler has its own");
        }
        return launcher;
    }
};

}  // namespace

KernelOptions ladder_options(const Launcher& launcher, const EngineOptions& options,
                             Defines defines) {
    // fmin is the fast one for f32 on GPUs only; integers are promoted in sums, so that min() would
    // be called with two types.
    const bool gpu = launcher.description().kind == DeviceKind::gpu;
    if (!gpu || options.dtype != Dtype::f32) defines.emplace_back("MIN_TERNARY_ALL", 1);
    return {options.dtype, options.semiring, std::move(defines)};
}

std::unique_ptr<Steps> make_steps(Launcher& launcher, const Slabs& slabs,
                                  const EngineOptions& options) {
    const std::string& variant = options.variant;
    if (variant == "single") return std::make_unique<Single>(launcher, slabs, options);
    if (variant == "chunked") return std::make_unique<Chunked>(launcher, slabs, options);
    if (variant == "persistent") {
        return std::make_unique<Persistent>(launcher, slabs, options, "persistent");
    }
    if (variant == "persistent-register") {
        return std::make_unique<Persistent>(launcher, slabs, options, "persistent_register");
    }
    if (variant == "naive") {
        return std::make_unique<EachCell>(launcher, slabs, options, "ladder/naive.cl", "naive",
                                          ladder_options(launcher, options, {}), 1);
    }
    if (variant == "coalesced") {
        return std::make_unique<Segments>(launcher, slabs, options, "coalesced");
    }
    if (variant == "row-shared") {
        return std::make_unique<Segments>(launcher, slabs, options, "row_shared");
    }
    const Device& device = launcher.description();
    const std::size_t width =
        device.kind == DeviceKind::gpu ? 4 : cpu_vector_width(device, options.dtype);
    return std::make_unique<EachCell>(
        launcher, slabs, options, "fw.cl", "fw_step",
        KernelOptions{options.dtype, options.semiring, {{"WIDTH", width}, {"MIN_TERNARY", 1}}},
        width);
}

}  // namespace apsp::opencl
