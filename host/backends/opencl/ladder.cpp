// Plain Floyd-Warshall on OpenCL, where drivers allow it.
#include "backends/gpu_steps.hpp"
#include "backends/opencl/configuration.hpp"
#include "backends/opencl/quirks.hpp"
#include "backends/opencl/tiles.hpp"

namespace apsp::opencl {
namespace {

/// The macros of `persistent`, where the groups of a launch can wait for each other.
Defines persistent_defines(const Launcher& launcher, const EngineOptions& options) {
    if (!options.variant.starts_with("persistent")) return {};
    const Device& device = launcher.description();
    const auto refuse = [&](std::string_view why) {
        throw Error(ErrorKind::no_device, fmt::format("unsupported: {} on {}: {}", options.variant,
                                                      launcher.label(), why));
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

}  // namespace

std::unique_ptr<Steps> make_steps(Launcher& launcher, const Slabs& slabs,
                                  const EngineOptions& options) {
    const Device& device = launcher.description();
    const std::size_t width =
        device.kind == DeviceKind::gpu ? 4 : cpu_vector_width(device, options.dtype);
    auto steps = std::make_unique<GpuSteps<Launcher, Slabs>>(launcher, slabs, options, width,
                                                             persistent_defines(launcher, options));
    const auto limit = iteration_limit(device);
    if (limit && steps->iterations() > static_cast<double>(*limit)) {
        throw Error(
            ErrorKind::no_device,
            fmt::format("unsupported: {} of n = {} takes {:.0f} iterations per work-item; {} "
                        "ends it after {}; try another SolveOptions::variant or device",
                        options.variant, options.n, steps->iterations(), launcher.label(), *limit));
    }
    return steps;
}

}  // namespace apsp::opencl
