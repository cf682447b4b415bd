// Steps of Floyd-Warshall on OpenCL and CUDA: which kernels are launched over which ranges, fw.cl
// or, of bits, bits.cl, and those of kernels_cl/ladder. gpu_queue.hpp describes Queue and Slabs.
#pragma once

#include <algorithm>
#include <span>
#include <tuple>
#include <vector>

#include "algorithms/engine_options.hpp"
#include "algorithms/tiles.hpp"
#include "apsp/devices.hpp"
#include "backends/gpu_queue.hpp"
#include "base/text.hpp"
#include "graph/padding.hpp"

namespace apsp {

/// How a kernel of the ladder is built.
inline KernelOptions ladder_options(const Device& device, const EngineOptions& options,
                                    Defines defines) {
    // Only for f32 on GPUs is fmin the fast minimum. Integers are promoted in sums, so that min()
    // would be called with two types.
    if (device.kind != DeviceKind::gpu || options.dtype != Dtype::f32) {
        defines.emplace_back("MIN_TERNARY_ALL", 1);
    }
    return {options.dtype, options.semiring, std::move(defines)};
}

/// How a launch of plain Floyd-Warshall is divided among work-items.
enum class StepKind {
    cells,       ///< A cell or a few neighbours per work-item, one launch per step.
    segments,    ///< Cells of a row, a group's width apart; one launch per step.
    runs,        ///< Neighbouring cells, across rows; one group per compute unit.
    persistent,  ///< The same in one launch.
    single       ///< One work-item does everything.
};

struct StepWay {
    std::string_view variant;
    StepKind kind;
    std::string_view file;
    const char* kernel;
};
/// This project's own, and those of the ladder.
inline constexpr StepWay kStepWays[] = {
    {"step", StepKind::cells, "fw.cl", "fw_step"},
    {"single", StepKind::single, "ladder/single.cl", "single"},
    {"chunked", StepKind::runs, "ladder/chunked.cl", "chunked"},
    {"persistent", StepKind::persistent, "ladder/persistent.cl", "persistent"},
    {"persistent-register", StepKind::persistent, "ladder/persistent.cl", "persistent_register"},
    {"naive", StepKind::cells, "ladder/naive.cl", "naive"},
    {"coalesced", StepKind::segments, "ladder/coalesced.cl", "coalesced"},
    {"row-shared", StepKind::segments, "ladder/coalesced.cl", "row_shared"},
};

/// The ladder's variants of an algorithm.
inline std::vector<std::string_view> gpu_ladder_variants(Algorithm algorithm) {
    if (algorithm == Algorithm::kleene) {
        return {"classic", "classic-vector", "classic-transposed", "wide"};
    }
    std::vector<std::string_view> steps;
    for (const StepWay& way : std::span(kStepWays).subspan(1)) steps.push_back(way.variant);
    return algorithm == Algorithm::fw ? steps : std::vector<std::string_view>{};
}

/// The variants of fw. `tile` is the cells per work-item, `block` the work-items per group; but
/// `step` has `width` neighbouring cells per work-item or, of bits, a word.
template <GpuQueue Queue, class Slabs>
class GpuSteps final : public Steps {
  public:
    /// `defines` are those of `persistent`.
    /// @throws Error usage for sizes beyond the device's limits
    GpuSteps(Queue& queue, const Slabs& slabs, const EngineOptions& options, std::size_t width,
             Defines defines = {})
        : queue_(queue),
          slabs_(slabs),
          options_(options),
          way_(*std::ranges::find(kStepWays, options.variant, &StepWay::variant)),
          gpu_(queue.description().kind == DeviceKind::gpu),
          rows_(padded(options.n)),
          ld_(slabs.bits() ? rows_ / 32 : rows_) {
        if (way_.variant != "step") {
            std::tie(kernel_) = queue.kernels(
                way_.file, ladder_options(queue.description(), options, std::move(defines)),
                way_.kernel);
        } else if (slabs.bits()) {
            std::tie(kernel_) = queue.kernels("bits.cl", bit_options(), way_.kernel);
        } else {
            width_ = width;
            defines = {{"WIDTH", width}, {"MIN_TERNARY", 1}};
            std::tie(kernel_) =
                queue.kernels(way_.file, {options.dtype, options.semiring, defines}, way_.kernel);
        }
        if (way_.kind == StepKind::cells || way_.kind == StepKind::single) return;
        const bool segments = way_.kind == StepKind::segments;
        group_ = group(segments ? 128 : gpu_ ? 1024 : 1);
        const std::size_t items =
            group_ * std::max<std::size_t>(queue.description().compute_units, 1);
        run_ = options.tile != 0 ? options.tile : segments ? 8 : (cells() + items - 1) / items;
    }

    /// Of a work-item, in a launch.
    double iterations() const {
        const auto n = static_cast<double>(options_.n);
        return way_.kind == StepKind::single ? n * n * n + n * n + n : static_cast<double>(run_);
    }

    void relax(std::size_t k) override {
        if (way_.kind == StepKind::cells) {
            // Rows of padding are relaxed, too, so that any group divides the range. On CPUs the
            // driver chooses a better group: on PoCL a fixed 16 x 16 was 7 times slower.
            constexpr std::size_t kAcross = 32;
            const std::size_t items = ld_ / width_, groups = (items + kAcross - 1) / kAcross;
            queue_.launch(kernel_, {gpu_ ? groups * kAcross : items, rows_},
                          gpu_ ? Range{kAcross, 8} : Range{}, slabs_.matrix(), offset(ld_),
                          offset(k));
        } else if (way_.kind == StepKind::segments) {
            const std::size_t groups = (ld_ + group_ * run_ - 1) / (group_ * run_);
            queue_.launch(kernel_, {groups * group_, options_.n}, {group_, 1}, slabs_.matrix(),
                          offset(ld_), count(run_), offset(k));
        } else {
            queue_.launch(kernel_, {groups() * group_}, {group_}, slabs_.matrix(), offset(ld_),
                          offset(cells()), offset(run_), offset(k));
        }
    }

    bool relax_all() override {
        if (way_.kind == StepKind::persistent) {
            relax_persistently();
        } else if (way_.kind == StepKind::single) {
            queue_.launch(kernel_, {1}, {1}, slabs_.matrix(), offset(ld_), offset(options_.n));
        } else {
            return false;
        }
        return true;
    }

  private:
    using Range = typename Queue::Range;

    /// All steps in one launch, whose groups wait for each other.
    void relax_persistently() {
        const auto most = queue_.most_together(kernel_, group_);
        if (most && groups() > *most) {
            refuse_together(fmt::format("runs only {} of them at a time", *most));
        }
        const std::size_t flags = groups() + 1;
        flags_ = zeros(queue_, flags * sizeof(std::uint32_t), "flags");
        queue_.launch_together(kernel_, {groups() * group_}, {group_}, slabs_.matrix(), offset(ld_),
                               offset(cells()), offset(run_), count(options_.n), flags_);
        if (!most && read<std::uint32_t>(queue_, flags_, flags).back() != 0) {
            refuse_together("does not run them at the same time");
        }
    }

    [[noreturn]] void refuse_together(std::string_view why) const {
        throw Error(ErrorKind::no_device,
                    fmt::format("unsupported: {} with {} groups of {}: {} {}; try a larger "
                                "SolveOptions::tile (now {} cells per work-item)",
                                options_.variant, groups(), group_, queue_.label(), why, run_));
    }

    std::size_t cells() const { return options_.n * ld_; }
    std::size_t groups() const { return (cells() + run_ * group_ - 1) / (run_ * group_); }

    /// Work-items per group: the user's choice, or `preferred` as far as the kernel allows.
    std::size_t group(std::size_t preferred) const {
        const std::size_t most = queue_.most_items(kernel_);
        if (options_.block > most) {
            throw Error(ErrorKind::usage,
                        fmt::format("block {}: {} allows {} work-items per group for {}",
                                    options_.block, queue_.label(), most, options_.variant));
        }
        return options_.block != 0 ? options_.block : std::min(preferred, most);
    }

    Queue& queue_;
    const Slabs& slabs_;
    EngineOptions options_;
    const StepWay& way_;
    bool gpu_;
    std::size_t rows_, ld_;  // ld_ in cells, or words of bits
    std::size_t width_ = 1;  // cells per work-item, for cells
    std::size_t group_ = 1;  // work-items per group, for segments and runs
    std::size_t run_ = 1;    // cells per work-item, for others
    typename Queue::Kernel kernel_;
    typename Queue::Memory flags_;  // of groups and, behind them, whether one gave up waiting
};

}  // namespace apsp
