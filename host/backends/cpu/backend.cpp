// The CPU backend: the processor that the program runs on.
#include "backends/backend.hpp"

#include "backends/cpu/engine.hpp"
#include "base/instruction_sets.hpp"
#include "base/stopwatch.hpp"
#include "base/team.hpp"
#include "base/text.hpp"
#include "platform/machine.hpp"

namespace apsp::cpu {
namespace {

// Pivots of a product, on which the packed operands' size depends: two panels of n x 256 are 1.6 %
// of a matrix of n = 32768. 128 is 15 % slower at n = 4096. 512 is 3 to 6 % faster there, since C
// is read and written half as often (half the work: 4 % slower), if a task's columns of B stay in
// L2. With fewer vertices, closing a square of 512 takes longer than 16 threads take for the rest.
// The choice does not depend on the number of threads, so that neither do the bits of floats.
constexpr std::size_t kBlock = 256, kLargeBlock = 512, kLarge = 4096;

std::size_t default_block(const EngineOptions& options) {
    const bool all = options.stripe_rows == 0 && !options.symmetric && !in_bits(options);
    const bool large = all && options.algorithm == Algorithm::kleene && options.n >= kLarge;
    const std::size_t element = options.terms != 0 ? sizeof(std::uint16_t) : size_of(options.dtype);
    const std::size_t columns = kLargeBlock * kTaskColumns * element;
    return large && columns <= l2_bytes() / 4 ? kLargeBlock : kBlock;
}

class HostEngine final : public Engine {
  public:
    explicit HostEngine(const EngineOptions& options) : slabs_(options) {
        if (options.algorithm == Algorithm::fw) {
            steps_ = make_steps(options, slabs_);
        } else {
            tiles_ = make_tiles(options, slabs_);
        }
        if (options.semiring == Semiring::min_plus) results_ = make_results(options, slabs_);
    }

    DeviceMemory& memory() override { return slabs_; }
    Tiles* tiles() override { return tiles_.get(); }
    Steps* steps() override { return steps_.get(); }
    Results* results() override { return results_.get(); }

    void begin() override { watch_ = {}; }
    void finish() override { seconds_ = watch_.lap(); }
    double compute_seconds() const override { return seconds_; }

  private:
    Slabs slabs_;
    std::unique_ptr<Tiles> tiles_;
    std::unique_ptr<Steps> steps_;
    std::unique_ptr<Results> results_;
    Stopwatch watch_;
    double seconds_ = 0;
};

/// The instruction sets that the kernels exist for and the processor has, the best first.
std::vector<std::string_view> instruction_sets() {
    std::vector<std::string_view> sets;
    for (const auto* kernels : available_kernels<float>()) sets.push_back(kernels->isa);
    return sets;
}

class CpuBackend final : public Backend {
  public:
    std::string_view name() const override { return "cpu"; }

    BackendBuild build() const override {
#ifdef APSP_CPU_X86
        constexpr const char* kBuilt = "amx, avx512, avx512-fma, avx2, avx2-fma, baseline";
#else
#define APSP_SET_NAME(set) #set
        constexpr const char* kBuilt = APSP_FOR_INSTRUCTION_SETS(APSP_SET_NAME);
#endif
        return {true, fmt::format("{}; this processor: {}{}", kBuilt, instruction_sets().front(),
                                  tensor_update() != nullptr ? ", amx" : "")};
    }

    std::vector<Device> devices(std::string&) const override {
        Device device;
        device.kind = DeviceKind::cpu;
        const Processor here = this_processor();
        device.name = here.name;
        if (device.name.empty()) device.name = "processor";
        device.platform = "apsp-ocl";
        device.vendor = here.vendor;
        device.driver = "TBB";
        device.version = instruction_sets().front();
        device.compute_units = team_limit();
        device.clock_mhz = here.clock_mhz;
        device.memory = physical_memory();
        device.largest_allocation = device.memory;
        device.f64 = true;
        device.shares_host_memory = true;
        device.compiled = true;
        return {device};
    }

    std::vector<std::string_view> variants(const Device&, Algorithm algorithm) const override {
        if (algorithm == Algorithm::fw) {
#ifdef _OPENMP
            return {"openmp", "serial"};
#else
            return {"serial"};
#endif
        }
        if (algorithm == Algorithm::search) return {"threads"};
        return instruction_sets();
    }

    EnginePlan plan(const Device&, const EngineOptions& options) const override {
        if (options.algorithm == Algorithm::fw) return {};
        const Sizes sizes = choose_sizes(options);
        const std::size_t operands = visit_elements(options, [&](auto zero) {
            using T = decltype(zero);
            return operand_bytes<T>(options, sizes) + closing_bytes<T>(options, sizes);
        });
        EnginePlan plan{{sizes.block}, sizes.tile, {{"packed operands", operands}}};
        if (!in_bits(options)) return plan;
        plan.buffers.push_back({"rows as bytes", converted_bytes(options)});
        const std::size_t ld = padded(options.n);
        if (options.stripe_rows == 0) {
            plan.buffers.push_back({"matrix of bits", ld * slab_layout(options).row_bytes(ld)});
        }
        return plan;
    }

    std::span<const Exponents> exponents(const Device&) const override {
        if (tensor_update() == nullptr) return {};
        return kExponents;
    }
    // With 16 threads of a Xeon, n = 2048 takes 5.4 instead of 9.5 ms.
    std::size_t least_for_exponents(const Device&) const override {
        return 2048;
    }

    SlabLayout layout(const Device&, const EngineOptions& options) const override {
        return slab_layout(options);
    }

    std::unique_ptr<Engine> open(const Device&, const EngineOptions& options) const override {
        if (!defined_in(options.semiring, options.dtype)) {
            throw Error(ErrorKind::usage,
                        fmt::format("{} does not take {}", apsp::name(options.semiring),
                                    apsp::name(options.dtype)));
        }
        return std::make_unique<HostEngine>(options);
    }
};

}  // namespace

Sizes choose_sizes(const EngineOptions& options) {
    const std::size_t tile = options.tile == 0 ? kTile : options.tile;
    const std::size_t block = options.block == 0 ? default_block(options) : options.block;
    if (tile != kTile && tile != 2 * kTile) {
        throw Error(ErrorKind::usage,
                    fmt::format("tile {}: cpu has tiles of {} and {}", tile, kTile, 2 * kTile));
    }
    if (block % tile != 0) {
        throw Error(ErrorKind::usage,
                    fmt::format("block {}: not a multiple of the tile, {}", block, tile));
    }
    return {block, tile};
}

}  // namespace apsp::cpu

namespace apsp {

const Backend& cpu_backend() {
    static const cpu::CpuBackend instance;
    return instance;
}

}  // namespace apsp
