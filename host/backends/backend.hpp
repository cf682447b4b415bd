// A backend lists devices and opens engines on them; the registry is the one list of backends.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/batch_engine.hpp"
#include "algorithms/betweenness_engine.hpp"
#include "algorithms/change_engine.hpp"
#include "algorithms/engine.hpp"
#include "algorithms/near_engine.hpp"
#include "apsp/devices.hpp"
#include "backends/engine_plan.hpp"
#include "backends/exponents.hpp"

namespace apsp {

/// What --version says about a backend.
struct BackendBuild {
    bool built = true;
    std::string what;  ///< What it was built with and finds here, or why it was not built.
};

class Backend {
  public:
    virtual ~Backend() = default;
    virtual std::string_view name() const = 0;

    /// Does not look for devices.
    virtual BackendBuild build() const = 0;

    /// Its devices in a fixed order. Never throws for a missing driver or device: the list is then
    /// empty, and `absence` says why in a few words.
    virtual std::vector<Device> devices(std::string& absence) const = 0;

    /// The variants of an algorithm, the default for this device first; empty when there are none.
    virtual std::vector<std::string_view> variants(const Device& device,
                                                   Algorithm algorithm) const = 0;

    /// Further, slower variants: the steps in the literature that lead up to those above, each as
    /// it was published (see docs/sweeps.md). In `fw`, `tile` is the cells per work-item and
    /// `block` the work-items per group.
    virtual std::vector<std::string_view> ladder_variants(Algorithm) const { return {}; }

    /// Builds what the solve needs on that device.
    /// @throws Error out_of_memory, no_device, usage, internal
    virtual std::unique_ptr<Engine> open(const Device& device,
                                         const EngineOptions& options) const = 0;

    /// The same for batches, whose slabs have `options.stripe_rows` rows at most; null where there
    /// are no kernels for batches.
    virtual std::unique_ptr<BatchEngine> open_batches(const Device&, const EngineOptions&) const {
        return nullptr;
    }
    /// The same for a matrix of `options.n` vertices that stays on the device and changes.
    virtual std::unique_ptr<ChangeEngine> open_changes(const Device&, const EngineOptions&) const {
        return nullptr;
    }

    /// The same for betweenness by elimination; lengths are of this type, f64 or i32. The question
    /// must outlive the engine.
    virtual std::unique_ptr<BetweennessEngine> open_betweenness(const Device&, Dtype,
                                                                const BetweennessQuestion&) const {
        return nullptr;
    }

    /// The same for near pairs by elimination.
    virtual std::unique_ptr<NearEngine> open_near(const Device&, const NearQuestion&) const {
        return nullptr;
    }

    /// As open_betweenness, by breadth-first searches.
    virtual std::unique_ptr<LevelEngine> open_levels(const Device&, const LevelQuestion&) const {
        return nullptr;
    }

    /// The blocks and buffers that `open` would use, without opening anything.
    /// @throws Error usage, as `open`
    virtual EnginePlan plan(const Device& device, const EngineOptions& options) const = 0;

    /// Copies rows, `pitch` bytes apart, from memory that programs of its devices name by address,
    /// once these devices have done all that they were given.
    /// @throws Error no_device where it has no such memory
    virtual void copy_from(const void* address, std::size_t pitch, std::size_t width,
                           std::size_t rows, void* to) const;

    /// Has the driver do now what it would do at the first operation, if that takes long.
    virtual void wake(const Device&) const {}

    /// Of the slabs of the engine that `open` would return.
    virtual SlabLayout layout(const Device&, const EngineOptions& options) const {
        return {size_of(options.dtype)};
    }
    /// Its DeviceMemory::in_place().
    bool in_place(const Device& device, const EngineOptions& options) const {
        return device.shares_host_memory && !layout(device, options).bits;
    }

    /// Rows of targets that the kernels for Sweeps can keep in local memory; 0 where there are no
    /// such kernels.
    virtual std::size_t sweep_slots(const Device&, const EngineOptions&) const { return 0; }

    /// Encodings whose EngineOptions::terms `kleene` and `rkleene` can take in the default variant,
    /// the one with most terms first; none where the device has no tensor cores.
    virtual std::span<const Exponents> exponents(const Device&) const { return {}; }
    /// The vertices from which on they are faster. Smaller matrices are closed without products, or
    /// nearly.
    virtual std::size_t least_for_exponents(const Device&) const { return SIZE_MAX; }

    /// Whether one of its devices can read another one's memory directly.
    virtual bool reads(const Device& /*reader*/, const Device& /*other*/) const { return false; }

    /// Whether panels in its devices' memory have names for other processes
    /// (DeviceMemory::handle_of), and an MPI that reads CUDA's memory reads them.
    virtual bool shares_panels() const { return false; }

    /// The whole configuration that `open` would use: the device's own, overridden by
    /// `options.settings`. Empty when there is nothing to set.
    /// @throws Error usage when the settings are unknown or beyond the device's limits
    virtual Settings settings(const Device& device, const EngineOptions& options) const;

    /// What tuning tries, in stages: each stage starts from the best of the stages before it. Some
    /// candidates may be beyond the device's limits. Empty when there is nothing to tune.
    virtual std::vector<std::vector<Settings>> candidates(const Device&,
                                                          const EngineOptions&) const {
        return {};
    }
};

/// All backends in the order in which their devices are listed. A backend that was not built is
/// listed, too, and gives the reason as its absence.
const std::vector<const Backend*>& backends();

/// Backend::sweep_slots of the device's backend, at most SweepSchedule::kMostSlots.
std::size_t sweep_slots(const Device& device, const EngineOptions& options);

/// The one that lists the device.
const Backend& backend(const Device& device);

/// Whether each of these devices can read the memory of all others (Backend::reads).
bool read_one_another(const std::vector<Device>& devices);

/// The host's processor, without asking drivers for devices. Its index refers to no list.
Device cpu_device();
/// Whether the device is that: it is not opened, nothing is copied, and what it does without an
/// engine is in backends/processor.hpp.
bool is_processor(const Device& device);

/// Hash of the kernels' sources, which are embedded or come from APSP_KERNEL_DIR.
std::string kernel_hash();

// One function per backend, defined in its folder.
const Backend& opencl_backend();
const Backend& cuda_backend();
const Backend& cpu_backend();

}  // namespace apsp
