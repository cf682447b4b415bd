// The ladder's blocked variants on OpenCL and CUDA: which kernels of kernels_cl/ladder are launched
// over which ranges. gpu_queue.hpp describes Queue and Slabs.
#pragma once

#include <fmt/ranges.h>

#include <array>
#include <numeric>
#include <tuple>
#include <vector>

#include "algorithms/phases.hpp"
#include "backends/gpu_steps.hpp"

namespace apsp {

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

    void transpose(const View& to, const View& from, bool below) override {
        if (wide_ || !below) return slabs_.transpose(to, from, below);
        // A fixed group: PoCL takes a second to compile for each size that it chooses itself.
        queue_.launch(mirror_, {to.cols.size(), to.rows.size()}, {16, 16}, slabs_.matrix(),
                      offset(to.slab.ld), offset(to.rows.all.first), offset(to.cols.first));
    }

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
