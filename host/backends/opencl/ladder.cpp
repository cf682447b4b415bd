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
    const Quirks quirks = quirks_of(launcher.description());
    const auto refuse = [&](std::string_view why) {
        throw Error(ErrorKind::no_device, fmt::format("unsupported: {} on {}: {}", options.variant,
                                                      launcher.label(), why));
    };
    if (quirks.iteration_limit) {
        refuse(fmt::format("it ends waiting loops after {} iterations", *quirks.iteration_limit));
    }
    if (quirks.fence_between_groups == GroupFence::none) {
        refuse("OpenCL C 1.2 has no fence between groups; only NVIDIA's compiler has its own");
    }
    Defines defines = {{"POLLS", quirks.polls_between_groups}};
    if (quirks.fence_between_groups == GroupFence::ptx) defines.emplace_back("PTX_FENCE", 1);
    return defines;
}

}  // namespace

std::unique_ptr<Steps> make_steps(Launcher& launcher, const Slabs& slabs,
                                  const EngineOptions& options) {
    const Device& device = launcher.description();
    const std::size_t width =
        device.kind == DeviceKind::gpu ? 4 : cpu_vector_width(device, options.dtype);
    auto steps = std::make_unique<GpuSteps<Launcher, Slabs>>(launcher, slabs, options, width,
                                                             persistent_defines(launcher, options));
    const auto limit = quirks_of(device).iteration_limit;
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
