// Stands in for the CUDA backend in builds without nvcc: it is listed so that users see that CUDA
// is missing, and how to get it.
#include <fmt/core.h>

#include "backends/backend.hpp"

namespace apsp {
namespace {

constexpr const char* kWhy =
    "CMake found no nvcc; install the CUDA toolkit (12.0 or newer) and build again, "
    "with -DCMAKE_CUDA_COMPILER=/usr/local/cuda/bin/nvcc if it is not found";

class CudaBackend final : public Backend {
  public:
    std::string_view name() const override { return "cuda"; }
    BackendBuild build() const override { return {false, kWhy}; }
    std::vector<Device> devices(std::string& absence) const override {
        absence = fmt::format("not built: {}", kWhy);
        return {};
    }
    std::vector<std::string_view> variants(const Device&, Algorithm) const override { return {}; }
    EnginePlan plan(const Device&, const EngineOptions&) const override { refuse(); }
    std::unique_ptr<Engine> open(const Device&, const EngineOptions&) const override { refuse(); }
    void copy_from(const void*, std::size_t, std::size_t, std::size_t, void*) const override {
        refuse();
    }

  private:
    [[noreturn]] static void refuse() {
        throw Error(ErrorKind::no_device, fmt::format("cuda: not built: {}", kWhy));
    }
};

}  // namespace

const Backend& cuda_backend() {
    static const CudaBackend instance;
    return instance;
}

}  // namespace apsp
