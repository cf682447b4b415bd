// The CUDA backend: not there yet. It is listed so that users see that it is missing, and why.
#include "backends/backend.hpp"

namespace apsp {
namespace {

class CudaBackend final : public Backend {
  public:
    std::string_view name() const override { return "cuda"; }
    std::vector<Device> devices(std::string& absence) const override {
        absence = "not built";
        return {};
    }
    std::vector<std::string_view> variants(const Device&, Algorithm) const override { return {}; }
    std::unique_ptr<Engine> open(const Device&, const EngineOptions&) const override {
        throw Error(ErrorKind::no_device, "cuda: not built");
    }
};

}  // namespace

const Backend& cuda_backend() {
    static const CudaBackend instance;
    return instance;
}

}  // namespace apsp
