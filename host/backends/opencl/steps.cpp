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

/// What a launch is dealt in.
enum class Kind {
    cells,       ///< Neighbouring cells per work-item, one launch per step.
    segments,    ///< Cells of a row that are a group apart, one launch per step.
    runs,        ///< Neighbouring cells per work-item, on all rows; one group per compute unit.
    persistent,  ///< The same in one launch.
    single       ///< Everything by one work-item.
};

struct Way {
    std::string_view variant;
    Kind kind;
    std::string_view file;
    const char* kernel;
};
constexpr Way kWays[] = {
    {"step", Kind::cells, "fw.cl", "fw_step"},
    {"naive", Kind::cells, "ladder/naive.cl", "naive"},
    {"coalesced", Kind::segments, "ladder/coalesced.cl", "coalesced"},
    {"row-shared", Kind::segments, "ladder/coalesced.cl", "row_shared"},
    {"chunked", Kind::runs, "ladder/chunked.cl", "chunked"},
    {"persistent", Kind::persistent, "ladder/persistent.cl", "persistent"},
    {"persistent-register", Kind::persistent, "ladder/persistent.cl", "persistent_register"},
    {"single", Kind::single, "ladder/single.cl", "single"},
};

/// How often a group looks at a flag before it gives up: a second or a few, at 4 ns each on a CPU
/// and 0.7 us on a GPU.
std::size_t polls(const Device& device) {
    return std::size_t{1} << (device.kind == DeviceKind::gpu ? 22 : 28);
}

class DeviceSteps final : public Steps {
  public:
    DeviceSteps(Launcher& launcher, const Slabs& slabs, const EngineOptions& options)
        : launcher_(launcher),
          slabs_(slabs),
          options_(options),
          way_(*std::ranges::find(kWays, options.variant, &Way::variant)),
          ld_(padded(options.n)) {
        if (way_.kind == Kind::persistent) check_groups_wait();
        kernel_ = cl::Kernel(launcher.build(way_.file, kernel_options()), way_.kernel);
        if (way_.kind == Kind::cells) return;
        if (way_.kind == Kind::single) {
            const auto n = static_cast<double>(options.n);
            check_iterations(n * n * n + n * n + n);
            return;
        }
        const bool segments = way_.kind == Kind::segments;
        group_ = group(segments ? 128 : gpu() ? 1024 : 1);
        const std::size_t items =
            group_ * std::max<std::size_t>(launcher.description().compute_units, 1);
        run_ = options.tile != 0 ? options.tile : segments ? 8 : (cells() + items - 1) / items;
        check_iterations(static_cast<double>(run_));
    }

    void relax(std::size_t k) override {
        if (way_.kind == Kind::cells) {
            // Rows of padding are relaxed, too, so that any group divides the range. CPUs choose
            // the group better themselves: 16 x 16 was 7 times slower than none on PoCL.
            launcher_.launch(kernel_, cl::NDRange(ld_ / width_, ld_),
                             gpu() ? cl::NDRange(32, 8) : cl::NullRange, slabs_.matrix(),
                             offset(ld_), offset(k));
        } else if (way_.kind == Kind::segments) {
            const std::size_t groups = (ld_ + group_ * run_ - 1) / (group_ * run_);
            launcher_.launch(kernel_, cl::NDRange(groups * group_, options_.n),
                             cl::NDRange(group_, 1), slabs_.matrix(), offset(ld_), count(run_),
                             offset(k));
        } else {
            launcher_.launch(kernel_, cl::NDRange(groups() * group_), cl::NDRange(group_),
                             slabs_.matrix(), offset(ld_), offset(cells()), offset(run_),
                             offset(k));
        }
    }

    bool relax_all() override {
        if (way_.kind == Kind::persistent) {
            relax_persistently();
        } else if (way_.kind == Kind::single) {
            launcher_.launch(kernel_, cl::NDRange(1), cl::NDRange(1), slabs_.matrix(), offset(ld_),
                             offset(options_.n));
        } else {
            return false;
        }
        return true;
    }

  private:
    bool gpu() const { return launcher_.description().kind == DeviceKind::gpu; }

    KernelOptions kernel_options() {
        const Device& device = launcher_.description();
        if (options_.variant == "step") {
            width_ = gpu() ? 4 : cpu_vector_width(device, options_.dtype);
            return {options_.dtype, options_.semiring, {{"WIDTH", width_}, {"MIN_TERNARY", 1}}};
        }
        Defines defines;
        if (way_.kind == Kind::persistent) {
            defines.emplace_back("POLLS", polls(device));
            if (fence_between_groups(device) == GroupFence::ptx) {
                defines.emplace_back("PTX_FENCE", 1);
            }
        }
        return ladder_options(launcher_, options_, std::move(defines));
    }

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

    std::size_t cells() const { return options_.n * ld_; }
    std::size_t groups() const { return (cells() + run_ * group_ - 1) / (run_ * group_); }

    void check_iterations(double iterations) const {
        const auto limit = iteration_limit(launcher_.description());
        if (!limit || iterations <= static_cast<double>(*limit)) return;
        throw Error(
            ErrorKind::no_device,
            fmt::format("unsupported: {} of n = {} takes {:.0f} iterations a work-item; {} "
                        "ends it after {}; try another SolveOptions::variant or device",
                        options_.variant, options_.n, iterations, launcher_.label(), *limit));
    }

    /// Whether groups of a launch can wait for each other.
    void check_groups_wait() const {
        const Device& device = launcher_.description();
        const auto refuse = [&](std::string_view why) {
            throw Error(
                ErrorKind::no_device,
                fmt::format("unsupported: {} on {}: {}", options_.variant, launcher_.label(), why));
        };
        if (const auto limit = iteration_limit(device)) {
            refuse(fmt::format("it ends loops that wait after {} iterations", *limit));
        }
        if (fence_between_groups(device) == GroupFence::none) {
            refuse("OpenCL C 1.2 has no fence between groups; only NVIDIA's compiler has its own");
        }
    }

    void relax_persistently() {
        const std::size_t bytes = (groups() + 1) * sizeof(cl_uint);
        const cl::Buffer flags = launcher_.allocate(bytes);
        cl_uint stalled = 0;
        guarded(launcher_.label(), [&] {
            cl::CommandQueue& queue = launcher_.queue();
            queue.enqueueFillBuffer(flags, cl_uint{0}, 0, bytes);
            launcher_.launch(kernel_, cl::NDRange(groups() * group_), cl::NDRange(group_),
                             slabs_.matrix(), offset(ld_), offset(cells()), offset(run_),
                             count(options_.n), flags);
            queue.enqueueReadBuffer(flags, CL_TRUE, groups() * sizeof stalled, sizeof stalled,
                                    &stalled);
        });
        if (stalled == 0) return;
        throw Error(
            ErrorKind::no_device,
            fmt::format("unsupported: {} with {} groups of {}: {} does not run them at "
                        "the same time; try a larger SolveOptions::tile (now {} cells a work-item)",
                        options_.variant, groups(), group_, launcher_.label(), run_));
    }

    Launcher& launcher_;
    const Slabs& slabs_;
    EngineOptions options_;
    const Way& way_;
    std::size_t ld_;
    std::size_t width_ = 1;  // cells of a work-item
    std::size_t group_ = 0;  // work-items
    std::size_t run_ = 0;    // cells of a work-item, of segments and runs
    cl::Kernel kernel_;
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
    return std::make_unique<DeviceSteps>(launcher, slabs, options);
}

}  // namespace apsp::opencl
