// The OpenCL backend: any device of any vendor whose driver the ICD loader finds. A device that
// shares the host's memory works in the host's matrix; any other one gets a copy.
#include <algorithm>

#include "backends/gpu_backend.hpp"
#include "backends/opencl/configuration.hpp"
#include "backends/opencl/devices.hpp"
#include "backends/opencl/quirks.hpp"
#include "backends/opencl/tiles.hpp"
#include "base/text.hpp"
#include "graph/padding.hpp"

namespace apsp::opencl {
namespace {

using Session = GpuSession<Launcher, Slabs>;

class DeviceEngine final : public GpuEngine<Session> {
  public:
    DeviceEngine(const EngineOptions& options, const Device& device) : GpuEngine(options, device) {
        if (options.algorithm == Algorithm::fw) {
            steps_ = make_steps(queue_, slabs_, options);
        } else if (options.variant == "gpu") {
            tiles_ = make_gpu_tiles(queue_, slabs_, options);
        } else if (options.variant == "cpu") {
            tiles_ = make_cpu_tiles(queue_, slabs_, options);
        } else {
            tiles_ = std::make_unique<LadderTiles<Launcher, Slabs>>(queue_, slabs_, options);
        }
        if (options.semiring == Semiring::min_plus) {
            results_.emplace(queue_, slabs_, options, search_shape(device, options));
        }
        if (options.slots != 0) {
            sweeps_.emplace(queue_, slabs_, options, sweep_configuration(device, options),
                            sweep_options(device, options));
        }
    }
};

class OpenclBackend final : public GpuBackend<Session> {
  public:
    std::string_view name() const override { return "opencl"; }

    BackendBuild build() const override {
        const std::string file = loader_file();
        return {true, fmt::format("OpenCL {}.{}, loader: {}", CL_TARGET_OPENCL_VERSION / 100,
                                  CL_TARGET_OPENCL_VERSION / 10 % 10,
                                  file.empty() ? "none found" : file)};
    }

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
        const bool gpu = device.kind == DeviceKind::gpu;
        // Each work-item of a sweep loops over all rows.
        if (algorithm == Algorithm::sparse && !quirks_of(device).iteration_limit) {
            return {gpu ? "gpu" : "cpu"};
        }
        if (!is_dense(algorithm)) return {};
        if (gpu) return {"gpu", "cpu"};
        return {"cpu", "gpu"};
    }

    std::size_t sweep_slots(const Device& device, const EngineOptions& options) const override {
        if (variants(device, Algorithm::sparse).empty()) return 0;
        constexpr std::uint64_t kReserved = 1024;  // NVIDIA's driver keeps some for itself
        const std::uint64_t room = device.local_memory - std::min(device.local_memory, kReserved);
        return room / sweep_configuration(device, options).row_bytes(options.dtype);
    }

    EnginePlan plan(const Device& device, const EngineOptions& options) const override {
        EnginePlan plan;
        // Steps, and tiles of the ladder, work in the matrix itself.
        if (options.variant == "gpu") plan = plan_gpu_tiles(device, options);
        if (options.variant == "cpu") plan = plan_cpu_tiles(device, options);
        if (options.paths) plan_search(device, options, plan);
        const std::size_t piece = transfer_piece(options);
        if (in_bits(options)) plan.buffers.push_back({"bytes of a transfer", piece});
        if (!in_place(device, options) && options.stripe_rows == 0) {
            const std::uint64_t ld = padded(options.n);
            plan.buffers.insert(plan.buffers.begin(),
                                {"matrix", ld * layout(device, options).row_bytes(ld)});
            plan.buffers.push_back({"pinned, for transfers", kTransferSlots * piece, false});
        }
        return plan;
    }

    std::span<const Exponents> exponents(const Device& device) const override {
        const TensorKernels* const kernels = quirks_of(device).tensor_kernels;
        return kernels != nullptr ? kernels->exponents : std::span<const Exponents>();
    }

    // On an H200, n = 2500 takes 1.6 instead of 1.5 ms.
    std::size_t least_for_exponents(const Device& device) const override {
        return device.compute_capability < kMeasuredExponents ? SIZE_MAX : 4096;
    }

    SlabLayout layout(const Device& device, const EngineOptions& options) const override {
        return slab_layout(device, options);
    }

    std::unique_ptr<Engine> open(const Device& device,
                                 const EngineOptions& options) const override {
        return std::make_unique<DeviceEngine>(options, device);
    }

    Settings settings(const Device& device, const EngineOptions& options) const override {
        if (options.algorithm == Algorithm::sparse) {
            return to_settings(sweep_configuration(device, options));
        }
        const bool blocked = options.variant == "gpu" || options.variant == "cpu";
        if (options.algorithm == Algorithm::fw || !blocked) {
            return Backend::settings(device, options);
        }
        if (options.variant == "gpu") {
            return to_settings(gpu_configuration(device, options),
                               gpu_blocks(device, options).front());
        }
        return to_settings(cpu_configuration(device, options), cpu_blocks(options, device).front());
    }

    std::vector<std::vector<Settings>> candidates(const Device& device,
                                                  const EngineOptions& options) const override {
        if (options.algorithm == Algorithm::fw) return {};
        if (options.algorithm == Algorithm::sparse) return sweep_candidates(device);
        return options.variant == "gpu" ? gpu_candidates() : cpu_candidates(options);
    }

  private:
    GpuAbilities abilities(const Device& device) const override {
        const Quirks quirks = quirks_of(device);
        return {!quirks.iteration_limit, quirks.takes_barriers_in_branches, quirks.takes_ptx};
    }
    KernelOptions batch_options(const Device& device, const EngineOptions& options) const override {
        return opencl::batch_options(device, options);
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
