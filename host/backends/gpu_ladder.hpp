// The ladder on OpenCL and CUDA: which kernels of kernels_cl/ladder are launched over which ranges.
// gpu_queue.hpp describes Queue and Slabs.
#pragma once

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <tuple>
#include <vector>

#include "algorithms/engine_options.hpp"
#include "algorithms/phases.hpp"
#include "apsp/devices.hpp"
#include "backends/gpu_queue.hpp"
#include "base/text.hpp"

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
enum class LadderKind {
    cells,       ///< One cell per work-item, one launch per step.
    segments,    ///< Cells of a row, a group's width apart; one launch per step.
    runs,        ///< Neighbouring cells, across rows; one group per compute unit.
    persistent,  ///< The same in one launch.
    single       ///< One work-item does everything.
};

struct LadderWay {
    std::string_view variant;
    LadderKind kind;
    std::string_view file;
    const char* kernel;
};
inline constexpr LadderWay kLadderWays[] = {
    {"single", LadderKind::single, "ladder/single.cl", "single"},
    {"chunked", LadderKind::runs, "ladder/chunked.cl", "chunked"},
    {"persistent", LadderKind::persistent, "ladder/persistent.cl", "persistent"},
    {"persistent-register", LadderKind::persistent, "ladder/persistent.cl", "persistent_register"},
    {"naive", LadderKind::cells, "ladder/naive.cl", "naive"},
    {"coalesced", LadderKind::segments, "ladder/coalesced.cl", "coalesced"},
    {"row-shared", LadderKind::segments, "ladder/coalesced.cl", "row_shared"},
};

/// The ladder's variants of an algorithm.
inline std::vector<std::string_view> gpu_ladder_variants(Algorithm algorithm) {
    if (algorithm == Algorithm::kleene) {
        return {"classic", "classic-vector", "classic-transposed", "wide"};
    }
    std::vector<std::string_view> steps;
    for (const LadderWay& way : kLadderWays) steps.push_back(way.variant);
    return algorithm == Algorithm::fw ? steps : std::vector<std::string_view>{};
}

/// The variants of fw. `tile` is the cells per work-item, `block` the work-items per group.
template <GpuQueue Queue, class Slabs>
class LadderSteps final : public Steps {
  public:
    /// @throws Error usage for sizes beyond the device's limits
    LadderSteps(Queue& queue, const Slabs& slabs, const EngineOptions& options,
                Defines defines = {})
        : queue_(queue),
          slabs_(slabs),
          options_(options),
          way_(*std::ranges::find(kLadderWays, options.variant, &LadderWay::variant)),
          ld_(padded(options.n)) {
        const Device& device = queue.description();
        std::tie(kernel_) = queue.kernels(
            way_.file, ladder_options(device, options, std::move(defines)), way_.kernel);
        if (way_.kind == LadderKind::cells || way_.kind == LadderKind::single) return;
        const bool segments = way_.kind == LadderKind::segments;
        group_ = group(segments ? 128 : device.kind == DeviceKind::gpu ? 1024 : 1);
        const std::size_t items = group_ * std::max<std::size_t>(device.compute_units, 1);
        run_ = options.tile != 0 ? options.tile : segments ? 8 : (cells() + items - 1) / items;
    }

    /// Of a work-item, in a launch.
    double iterations() const {
        const auto n = static_cast<double>(options_.n);
        return way_.kind == LadderKind::single ? n * n * n + n * n + n : static_cast<double>(run_);
    }

    void relax(std::size_t k) override {
        if (way_.kind == LadderKind::cells) {
            // Rows of padding are relaxed, too, so that any group divides the range. On CPUs the
            // driver chooses a better group: on PoCL a fixed 16 x 16 was 7 times slower.
            const bool gpu = queue_.description().kind == DeviceKind::gpu;
            queue_.launch(kernel_, {ld_, ld_}, gpu ? Range{32, 8} : Range{}, slabs_.matrix(),
                          offset(ld_), offset(k));
        } else if (way_.kind == LadderKind::segments) {
            const std::size_t groups = (ld_ + group_ * run_ - 1) / (group_ * run_);
            queue_.launch(kernel_, {groups * group_, options_.n}, {group_, 1}, slabs_.matrix(),
                          offset(ld_), count(run_), offset(k));
        } else {
            queue_.launch(kernel_, {groups() * group_}, {group_}, slabs_.matrix(), offset(ld_),
                          offset(cells()), offset(run_), offset(k));
        }
    }

    bool relax_all() override {
        if (way_.kind == LadderKind::persistent) {
            relax_persistently();
        } else if (way_.kind == LadderKind::single) {
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
    const LadderWay& way_;
    std::size_t ld_;
    std::size_t group_ = 1;  // work-items per group, for segments and runs
    std::size_t run_ = 1;    // cells per work-item
    typename Queue::Kernel kernel_;
    typename Queue::Memory flags_;  // of groups and, behind them, whether one gave up waiting
};

/// The blocked variants, `classic` and `wide`: three phases, each with launches of its own.
template <GpuQueue Queue, class Slabs>
class LadderTiles final : public PhasedTiles {
  public:
    LadderTiles(Queue& queue, Slabs& slabs, const EngineOptions& options)
        : PhasedTiles(choose_tile(queue, options)),
          queue_(queue),
          slabs_(slabs),
          wide_(options.variant == "wide"),
          transposed_(options.variant == "classic-transposed"),
          width_(width(options)) {
        Defines defines = {
            {"TILE", tile_}, {"WIDTH", width_}, {"TRANSPOSED", std::size_t{transposed_}}};
        if (wide_) defines = {{"BLOCK", tile_}};
        const auto built = ladder_options(queue.description(), options, std::move(defines));
        if (wide_) {
            std::tie(one_pivot_, update_) =
                queue.kernels("ladder/wide.cl", built, "one_pivot", "all_pivots");
        } else {
            std::tie(close_, update_, mirror_) =
                queue.kernels("ladder/classic.cl", built, "close", "update", "mirror");
        }
    }

    void close(const View& square) override {
        if (wide_) return phase_2({square.slab, square.rows, {square.cols}}, square.cols);
        const auto [x, y] = group();
        queue_.launch(close_, {x, y}, {x, y}, slabs_.matrix(), offset(square.slab.ld),
                      offset(square.cols.first));
    }

    void mirror(const View& view) override {
        if (wide_) return slabs_.mirror(view);
        // A fixed group: PoCL takes a second to compile for each size that it chooses itself.
        queue_.launch(mirror_, {view.cols.size(), view.rows.size()}, {16, 16}, slabs_.matrix(),
                      offset(view.slab.ld), offset(view.rows.all.first), offset(view.cols.first));
    }
    void transpose(const View& to, const View& from) override { slabs_.transpose(to, from); }

  private:
    using Group = std::array<std::size_t, 2>;

    static std::size_t width(const EngineOptions& options) {
        return options.variant == "classic-vector" ? 4 : 1;
    }

    /// The edge of the tile: the user's, or the largest that fits the device.
    static std::size_t choose_tile(const Queue& queue, const EngineOptions& options) {
        const Device& device = queue.description();
        const bool wide = options.variant == "wide";
        const auto edges = wide ? std::vector<std::size_t>{32, 64, 128, 256, 512}
                                : std::vector<std::size_t>{16, 32};
        std::size_t tile = 0;
        for (const std::size_t edge : edges) {
            const std::size_t items = wide ? edge : edge * edge / width(options);
            const std::size_t local = (wide ? edge : 2 * edge * edge) * size_of(options.dtype);
            const bool fits = items <= device.largest_work_group && local <= device.local_memory;
            if (options.tile == 0 ? fits : edge == options.tile) tile = edge;
            if (edge == options.tile && !fits) {
                throw Error(
                    ErrorKind::usage,
                    fmt::format("tile {}: {} takes {} work-items per group and {} of local "
                                "memory; {} allows {} and {}",
                                edge, options.variant, items, format_bytes(local), queue.label(),
                                device.largest_work_group, format_bytes(device.local_memory)));
            }
        }
        if (tile == 0 || (options.block != 0 && options.block != tile)) {
            throw Error(
                ErrorKind::usage,
                fmt::format("tile {}, block {}: {} has tiles of {}, and no larger blocks",
                            options.tile, options.block, options.variant, fmt::join(edges, ", ")));
        }
        return tile;
    }

    void phase_2(const Cells& cells, Range via) override {
        if (!wide_) return phase_3(cells, via);
        for (std::size_t k = via.first; k < via.last; ++k) {
            launch(one_pivot_, cells, row_group(cells), {1, 1}, offset(k));
        }
    }
    void phase_3(const Cells& cells, Range via) override {
        if (wide_) {
            launch(update_, cells, row_group(cells), {1, 1}, offset(via.first), count(via.size()));
        } else {
            const auto [x, y] = group();
            launch(update_, cells, group(), {tile_ / x, tile_ / y}, offset(via.first));
        }
    }

    /// Work-items of a tile.
    Group group() const {
        return transposed_ ? Group{tile_, tile_ / width_} : Group{tile_ / width_, tile_};
    }
    /// For part of a row: the largest group that divides both the tile's edge and the columns. The
    /// rest of the matrix beside a tile is only a multiple of the padding.
    Group row_group(const Cells& cells) const { return {std::gcd(tile_, cells.columns.size()), 1}; }

    /// Over all cells: each work-item takes each[0] cells side by side and each[1] below one
    /// another.
    template <class... Arguments>
    void launch(typename Queue::Kernel& kernel, const Cells& where, Group group, Group each,
                const Arguments&... arguments) {
        const std::size_t rows = where.rows.size() / each[1];
        const std::size_t columns = where.columns.size() / each[0];
        if (rows == 0 || columns == 0) return;
        const auto gap_at = [](const Rows& r) {
            return offset(r.gap.size() == 0 ? static_cast<std::size_t>(-1) : r.gap.first);
        };
        queue_.launch(kernel, {columns, rows}, {group[0], group[1]}, slabs_.matrix(),
                      offset(where.slab.ld), arguments..., offset(where.rows.all.first),
                      gap_at(where.rows), offset(where.rows.gap.size()),
                      offset(where.columns.all.first), gap_at(where.columns),
                      offset(where.columns.gap.size()), count(where.part == Part::upper));
    }

    Queue& queue_;
    Slabs& slabs_;
    bool wide_, transposed_;
    std::size_t width_;  // cells per work-item of a tile
    typename Queue::Kernel close_, update_, mirror_, one_pivot_;
};

}  // namespace apsp
