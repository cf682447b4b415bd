// The CUDA backend: NVIDIA GPUs of compute capability 7.5 and higher.
#include <cmath>
#include <optional>

#include "backends/cuda/tiles.hpp"
#include "backends/gpu_backend.hpp"
#include "base/text.hpp"

namespace apsp::cuda {
namespace {

std::uint64_t matrix_bytes(const EngineOptions& options) {
    return padded(options.n) * slab_layout(options).row_bytes(padded(options.n));
}

SweepShape sweep_shape(Dtype dtype) {
    return {APSP_SWEEP_LANES(size_of(dtype)), 1, kWarp};
}

/// Reports that memory is short before anything is allocated.
void check_memory(const Card& card, const EngineOptions& options, std::size_t beside) {
    const std::size_t matrix = matrix_bytes(options);
    std::size_t free = 0, total = 0;
    card.check(cudaMemGetInfo(&free, &total), "cudaMemGetInfo");
    if (matrix + beside <= free) return;
    // Operands grow with n, but the matrix with n^2, so this is near enough.
    const double share = static_cast<double>(free) / static_cast<double>(matrix + beside);
    const auto fits = static_cast<std::size_t>(static_cast<double>(options.n) * std::sqrt(share));
    throw Error(
        ErrorKind::out_of_memory,
        fmt::format("n = {} as {} needs {} and {} for operands; {} has {} free of {}, "
                    "enough for n = {}; try a smaller SolveOptions::dtype or another device",
                    options.n, name(options.dtype), format_bytes(matrix), format_bytes(beside),
                    card.label(), format_bytes(free), format_bytes(total), fits));
}

using Session = GpuSession<Queue, Slabs>;

class DeviceEngine final : public GpuEngine<Session> {
  public:
    /// `kernels` are of the options' type and semiring.
    DeviceEngine(const EngineOptions& options, const Device& device, Kernels kernels)
        : GpuEngine(options, device), card_(queue_.card()), kernels_(std::move(kernels)) {
        const bool blocked = options.variant == "gpu";
        if (blocked) closer_.emplace(card_, kernels_, options);
        if (options.stripe_rows == 0) {
            check_memory(card_, options,
                         blocked ? BlockedTiles::bytes(kernels_, *closer_, options) : 0);
        }
        if (blocked) {
            tiles_ = std::make_unique<BlockedTiles>(kernels_, *closer_, queue_, slabs_, options);
        } else if (options.algorithm == Algorithm::fw) {
            steps_ = std::make_unique<GpuSteps<Queue, Slabs>>(queue_, slabs_, options,
                                                              kStepBytes / size_of(options.dtype));
        } else {
            tiles_ = std::make_unique<LadderTiles<Queue, Slabs>>(queue_, slabs_, options);
        }
        if (blocked) load();
        if (options.semiring == Semiring::min_plus) results_.emplace(queue_, slabs_, options);
        if (options.slots != 0) {
            const SweepShape shape = sweep_shape(options.dtype);
            const Defines defines = {
                {"LANES", shape.lanes}, {"VECTORS", shape.vectors}, {"GROUP", shape.group}};
            sweeps_.emplace(queue_, slabs_, options, shape,
                            KernelOptions{options.dtype, options.semiring, defines});
        }
    }
    ~DeviceEngine() override { queue_.drain(); }

    void begin() override {
        // Doing this shortly before the operations, not long before, saves 6 us per solve on an
        // H200.
        card_.use();
        if (closer_) closer_->begin(queue_);
        queue_.restart();
    }

  private:
    /// Loads the kernels of blocked algorithms.
    void load() const {
        for (const Kernel& each : {kernels_.pack, kernels_.copy}) card_.load(each.address);
        for (const auto& shape : kernels_.products) card_.load(shape.update.address);
        for (const auto& shape : kernels_.closing) card_.load(shape.kernel.address);
    }

    const Card& card_;
    const Kernels kernels_;
    std::optional<Closer> closer_;
};

class CudaBackend final : public GpuBackend<Session> {
  public:
    std::string_view name() const override { return "cuda"; }

    BackendBuild build() const override {
        const auto text = [](int v) { return fmt::format("{}.{}", v / 1000, v % 1000 / 10); };
        int driver = 0;  // stays 0 where there is none
        cudaDriverGetVersion(&driver);
        return {true, fmt::format("CUDA {}, driver: {}", text(CUDART_VERSION),
                                  driver == 0 ? "none found" : "for CUDA " + text(driver))};
    }

    std::vector<Device> devices(std::string& absence) const override {
        return find_devices(absence);
    }

    std::vector<std::string_view> variants(const Device&, Algorithm algorithm) const override {
        if (algorithm == Algorithm::search) return {};
        if (algorithm == Algorithm::fw) return {"step"};
        return {"gpu"};
    }

    std::size_t sweep_slots(const Device& device, const EngineOptions& options) const override {
        return device.local_memory / sweep_shape(options.dtype).row_bytes(options.dtype);
    }

    void copy_from(const void* address, std::size_t pitch, std::size_t width, std::size_t rows,
                   void* to) const override {
        cudaPointerAttributes attributes{};
        const bool known = cudaPointerGetAttributes(&attributes, address) == cudaSuccess &&
                           attributes.type != cudaMemoryTypeUnregistered;
        if (!known) throw Error(ErrorKind::bad_input, "this is no memory of a CUDA device");
        std::string absence;
        const std::vector<Device> all = find_devices(absence);
        const Card card(all.at(static_cast<std::size_t>(attributes.device)));
        card.use();
        card.check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
        card.check(cudaMemcpy2D(to, width, address, pitch, width, rows, cudaMemcpyDefault),
                   "cudaMemcpy2D");
    }

    void wake(const Device& device) const override { Card(device).use(); }

    EnginePlan plan(const Device& device, const EngineOptions& options) const override {
        // Asks the driver which kernels close squares; nothing is allocated for the matrix.
        const Card card(device);
        EnginePlan plan;
        if (options.stripe_rows == 0) plan.buffers.push_back({"matrix", matrix_bytes(options)});
        if (options.variant == "gpu") {  // others work in the matrix itself
            card.use();
            const Kernels kernels = kernels_for(options.dtype, options.semiring);
            const Closer closer(card, kernels, options);
            plan.blocks = {closer.block()};
            plan.tile = closer.tile();
            plan.buffers.push_back({"packed operands, strips of pivots",
                                    BlockedTiles::bytes(kernels, closer, options)});
        }
        if (options.paths) plan_predecessors(options, false, plan);
        const std::size_t piece = transfer_piece(options);
        if (options.semiring == Semiring::or_and)
            plan.buffers.push_back({"bytes of a transfer", piece});
        plan.buffers.push_back({"pinned, for transfers", kTransferSlots * piece, false});
        return plan;
    }

    SlabLayout layout(const Device&, const EngineOptions& options) const override {
        return slab_layout(options);
    }

    std::span<const Exponents> exponents(const Device& device) const override {
        if (device.compute_capability < 80) return {};
        const KernelOptions options = tensor_options(kGpuExponents[0]);
        // What of this build the driver takes may have been compiled for older cards.
        const auto kernel = Card(device).load(find_kernel("tensor_gpu.cl", "update", options));
        if (kernel.ptxVersion < 80) return {};
        return kGpuExponents;
    }
    // On an H200, n = 2500 takes 0.5 instead of 1.0 ms.
    std::size_t least_for_exponents(const Device& device) const override {
        return device.compute_capability < kMeasuredExponents ? SIZE_MAX : 2049;
    }

    bool shares_panels() const override { return true; }
    bool reads(const Device& reader, const Device& other) const override {
        const auto index = [](const Device& device) {
            return static_cast<int>(device.index_in_backend);
        };
        int can = 1;
        if (index(reader) == index(other)) return true;
        return cudaDeviceCanAccessPeer(&can, index(reader), index(other)) == cudaSuccess &&
               can != 0;
    }

    std::unique_ptr<Engine> open(const Device& device,
                                 const EngineOptions& options) const override {
        return std::make_unique<DeviceEngine>(options, device,
                                              kernels_for(options.dtype, options.semiring));
    }
};

}  // namespace
}  // namespace apsp::cuda

namespace apsp {

const Backend& cuda_backend() {
    static const cuda::CudaBackend instance;
    return instance;
}

}  // namespace apsp
