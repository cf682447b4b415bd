// What the ladder's variants have in common: their names, and how they are built.
#include "backends/opencl/ladder.hpp"

namespace apsp::opencl {

std::vector<std::string_view> ladder_variants(Algorithm algorithm) {
    switch (algorithm) {
        case Algorithm::fw:
            return {"single", "chunked",   "persistent", "persistent-register",
                    "naive",  "coalesced", "row-shared"};
        case Algorithm::kleene: return {"classic", "classic-vector", "classic-transposed", "wide"};
        case Algorithm::rkleene: return {};
    }
    return {};
}

KernelOptions ladder_options(const Launcher& launcher, const EngineOptions& options,
                             Defines defines) {
    // fmin is the fast one for f32 on GPUs only; integers are promoted in sums, so that min() would
    // be called with two types.
    const bool gpu = launcher.description().kind == DeviceKind::gpu;
    if (!gpu || options.dtype != Dtype::f32) defines.emplace_back("MIN_TERNARY_ALL", 1);
    return {options.dtype, options.semiring, std::move(defines)};
}

}  // namespace apsp::opencl
