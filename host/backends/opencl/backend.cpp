// The OpenCL backend: any device of any vendor whose driver the ICD loader finds.
#include "backends/backend.hpp"

#include "backends/opencl/configurations.hpp"
#include "backends/opencl/devices.hpp"
#include "backends/opencl/engine.hpp"
#include "backends/opencl/ladder.hpp"
#include "backends/opencl/settings.hpp"
#include "base/text.hpp"
#include "graph/padding.hpp"

namespace apsp::opencl {
namespace {

class OpenclBackend final : public Backend {
  public:
    std::string_view name() const override { return "opencl"; }

    std::vector<Device> devices(std::string& absence) const override {
        std::vector<Device> devices;
        for (const PlatformDevice& device : find_devices(absence)) {
            devices.push_back(describe(device));
        }
        return devices;
    }

    std::vector<std::string_view> variants(const Device& device,
                                           Algorithm algorithm) const override {
        if (algorithm == Algorithm::fw) return {"step"};
        if (device.kind == DeviceKind::gpu) return {"gpu", "cpu"};
        return {"cpu", "gpu"};
    }

    std::vector<std::string_view> ladder_variants(Algorithm algorithm) const override {
        return opencl::ladder_variants(algorithm);
    }

    EnginePlan plan(const Device& device, const EngineOptions& options) const override {
        return plan_engine(device, options);
    }

    std::unique_ptr<Engine> open(const Device& device,
                                 const EngineOptions& options) const override {
        std::string absence;
        const auto found = find_devices(absence);
        if (device.index_in_backend >= found.size()) {
            throw Error(ErrorKind::no_device,
                        fmt::format("opencl:{} is gone", device.index_in_backend));
        }
        return open_engine(found[device.index_in_backend].device, device, options);
    }

    Settings settings(const Device& device, const EngineOptions& options) const override {
        const bool blocked = options.variant == "gpu" || options.variant == "cpu";
        if (options.algorithm == Algorithm::fw || !blocked) return {};
        if (options.variant == "gpu") {
            const auto blocks = options.semiring == Semiring::or_and
                                    ? gpu_bit_blocks(options)
                                    : gpu_blocks(options, padded(options.n));
            return to_settings(gpu_configuration(device, options), blocks.front());
        }
        return to_settings(cpu_configuration(device, options), cpu_blocks(options, device).front());
    }

    std::vector<std::vector<Settings>> candidates(const Device&,
                                                  const EngineOptions& options) const override {
        if (options.algorithm == Algorithm::fw) return {};
        return options.variant == "gpu" ? gpu_candidates() : cpu_candidates(options);
    }
};

}  // namespace
}  // namespace apsp::opencl

namespace apsp {

const Backend& opencl_backend() {
    static const opencl::OpenclBackend instance;
    return instance;
}

}  // namespace apsp
