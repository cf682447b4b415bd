// Plain Floyd-Warshall on OpenCL, and what the ladder needs in addition to gpu_ladder.hpp.
#include "backends/gpu_ladder.hpp"
#include "backends/gpu_steps.hpp"
#include "backends/opencl/configuration.hpp"
#include "backends/opencl/quirks.hpp"
#include "backends/opencl/tiles.hpp"

namespace apsp::opencl {
namespace {

class DeviceSteps final : public LadderSteps<Launcher, Slabs> {
  public:
    DeviceSteps(Launcher& launcher, const Slabs& slabs, const EngineOptions& options)
        : LadderSteps(launcher, slabs, options, defines(launcher, options)) {
        if (way_.kind == LadderKind::single) {
            const auto n = static_cast<double>(options.n);
            check_iterations(n * n * n + n * n + n);
        } else {
            check_iterations(static_cast<double>(run_));
        }
    }

  private:
    /// The macros of `persistent`, where the groups of a launch can wait for each other.
    static Defines defines(const Launcher& launcher, const EngineOptions& options) {
        if (!options.variant.starts_with("persistent")) return {};
        const Device& device = launcher.description();
        const auto refuse = [&](std::string_view why) {
            throw Error(ErrorKind::no_device, fmt::format("unsupported: {} on {}: {}",
                                                          options.variant, launcher.label(), why));
        };
        if (const auto limit = iteration_limit(device)) {
            refuse(fmt::format("it ends waiting loops after {} iterations", *limit));
        }
        const GroupFence fence = fence_between_groups(device);
        if (fence == GroupFence::none) {
            refuse("OpenCL C 1.2 has no fence between groups; only NVIDIA's compiler has its own");
        }
        const std::size_t polls = polls_between_groups(device);
        if (fence == GroupFence::ptx) return {{"POLLS", polls}, {"PTX_FENCE", 1}};
        return {{"POLLS", polls}};
    }

    void check_iterations(double iterations) const {
        const auto limit = iteration_limit(queue_.description());
        if (!limit || iterations <= static_cast<double>(*limit)) return;
        throw Error(
            ErrorKind::no_device,
            fmt::format("unsupported: {} of n = {} takes {:.0f} iterations per work-item; {} "
                        "ends it after {}; try another SolveOptions::variant or device",
                        options_.variant, options_.n, iterations, queue_.label(), *limit));
    }

    void relax_persistently() override {
        const std::size_t bytes = groups() * sizeof(cl_uint);
        const cl::Buffer flags = queue_.allocate(bytes + sizeof(cl_uint));
        queue_.clear(flags, bytes + sizeof(cl_uint));
        queue_.launch(kernel_, {groups() * group_}, {group_}, slabs_.matrix(), offset(ld_),
                      offset(cells()), offset(run_), count(options_.n), flags);
        cl_uint stalled = 0;
        queue_.read(flags, &stalled, sizeof stalled, bytes);
        if (stalled != 0) refuse_together("does not run them at the same time");
    }
};

}  // namespace

std::unique_ptr<Steps> make_steps(Launcher& launcher, const Slabs& slabs,
                                  const EngineOptions& options) {
    if (options.variant == "step") {
        const Device& device = launcher.description();
        const std::size_t width =
            device.kind == DeviceKind::gpu ? 4 : cpu_vector_width(device, options.dtype);
        return std::make_unique<FwSteps<Launcher, Slabs>>(launcher, slabs, options, width);
    }
    return std::make_unique<DeviceSteps>(launcher, slabs, options);
}

std::unique_ptr<Tiles> make_ladder_tiles(Launcher& launcher, Slabs& slabs,
                                         const EngineOptions& options) {
    return std::make_unique<LadderTiles<Launcher, Slabs>>(launcher, slabs, options);
}

}  // namespace apsp::opencl
