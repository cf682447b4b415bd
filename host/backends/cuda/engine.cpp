// Which engine runs a variant.
#include "backends/cuda/engine.hpp"

#include "backends/cuda/cuda_engine.hpp"
#include "backends/cuda/ladder.hpp"

namespace apsp {

std::unique_ptr<Engine> open_cuda_engine(const Device& device, const EngineOptions& options) {
    if (options.variant == "gpu" || options.variant == "step") {
        return std::make_unique<cuda::CudaEngine>(device, options);
    }
    return cuda::open_ladder_engine(device, options);
}

}  // namespace apsp
