// The CUDA backend: GPUs of NVIDIA, from compute capability 7.5 on.
#include "backends/backend.hpp"

#include "backends/cuda/devices.hpp"
#include "backends/cuda/engine.hpp"
#include "backends/cuda/ladder.hpp"
#include "base/text.hpp"

namespace apsp {
namespace {

class CudaBackend final : public Backend {
  public:
    std::string_view name() const override { return "cuda"; }

    std::vector<Device> devices(std::string& absence) const override {
        return cuda_devices(absence);
    }

    std::vector<std::string_view> variants(const Device&, Algorithm algorithm) const override {
        if (algorithm == Algorithm::fw) return {"step"};
        return {"gpu"};
    }

    std::vector<std::string_view> ladder_variants(Algorithm algorithm) const override {
        return cuda::ladder_variants(algorithm);
    }

    EnginePlan plan(const Device& device, const EngineOptions& options) const override {
        return plan_cuda_engine(device, options);
    }

    std::unique_ptr<Engine> open(const Device& device,
                                 const EngineOptions& options) const override {
        return open_cuda_engine(device, options);
    }
};

}  // namespace

const Backend& cuda_backend() {
    static const CudaBackend instance;
    return instance;
}

}  // namespace apsp
