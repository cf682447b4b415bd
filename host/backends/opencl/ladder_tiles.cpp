// The ladder's blocked variants: three phases, each with launches of its own.
#include <numeric>

#include "algorithms/phases.hpp"
#include "backends/opencl/ladder.hpp"
#include "base/text.hpp"

namespace apsp::opencl {
namespace {

class LadderTiles : public PhasedTiles {
  public:
    LadderTiles(Launcher& launcher, Slabs& slabs, std::size_t tile)
        : PhasedTiles(tile), launcher_(launcher), slabs_(slabs) {}

  protected:
    /// Launches over a rectangle in groups of `cells`, each of so many work-items.
    template <class... Arguments>
    void launch(cl::Kernel& kernel, const Cells& where, std::size_t rows_a_group,
                std::size_t columns_a_group, const cl::NDRange& group,
                const Arguments&... arguments) {
        const std::size_t rows = where.rows.size() / rows_a_group;
        const std::size_t columns = where.columns.size() / columns_a_group;
        if (rows == 0 || columns == 0) return;
        const auto gap_at = [](const Rows& r) {
            return offset(r.gap.size() == 0 ? static_cast<std::size_t>(-1) : r.gap.first);
        };
        launcher_.launch(kernel, cl::NDRange(columns * group[0], rows * group[1]), group,
                         slabs_.buffer(where.slab), offset(where.slab.ld), arguments...,
                         offset(where.rows.all.first), gap_at(where.rows),
                         offset(where.rows.gap.size()), offset(where.columns.all.first),
                         gap_at(where.columns), offset(where.columns.gap.size()),
                         count(where.part == Part::upper));
    }

    Launcher& launcher_;
    Slabs& slabs_;
};

/// The edge of the tile: the user's, or the largest of `edges` (ascending) that fits the device.
template <std::size_t kCount>
std::size_t choose_tile(const Launcher& launcher, const EngineOptions& options,
                        const std::size_t (&edges)[kCount], auto&& items, auto&& local_bytes) {
    const Device& device = launcher.description();
    std::size_t tile = 0;
    std::string known;
    for (const std::size_t edge : edges) {
        known += fmt::format("{}{}", known.empty() ? "" : ", ", edge);
        const bool fits =
            items(edge) <= device.largest_work_group && local_bytes(edge) <= device.local_memory;
        if (options.tile == 0 ? fits : edge == options.tile) tile = edge;
        if (edge == options.tile && !fits) {
            throw Error(ErrorKind::usage,
                        fmt::format("tile {}: {} takes {} work-items a group and {} of local "
                                    "memory; {} allows {} and {}",
                                    edge, options.variant, items(edge),
                                    format_bytes(local_bytes(edge)), launcher.label(),
                                    device.largest_work_group, format_bytes(device.local_memory)));
        }
    }
    if (tile == 0 || (options.block != 0 && options.block != tile)) {
        throw Error(ErrorKind::usage,
                    fmt::format("tile {}, block {}: {} has tiles of {}, and no blocks of them",
                                options.tile, options.block, options.variant, known));
    }
    return tile;
}

class Classic final : public LadderTiles {
  public:
    Classic(Launcher& launcher, Slabs& slabs, const EngineOptions& options)
        : LadderTiles(launcher, slabs, edge(launcher, options)),
          width_(width(options)),
          transposed_(options.variant == "classic-transposed") {
        Defines defines = {{"TILE", tile_}, {"WIDTH", width_}};
        if (transposed_) defines.emplace_back("TRANSPOSED", 1);
        const cl::Program program = launcher.build(
            "ladder/classic.cl", ladder_options(launcher, options, std::move(defines)));
        close_ = cl::Kernel(program, "close");
        update_ = cl::Kernel(program, "update");
        mirror_ = cl::Kernel(program, "mirror");
    }

    void close(const View& square) override {
        launcher_.launch(close_, group(), group(), slabs_.buffer(square.slab),
                         offset(square.slab.ld), offset(square.cols.first));
    }
    void mirror(const View& view) override {
        // A group of one size: PoCL compiles each that it chooses, for a second.
        launcher_.launch(mirror_, cl::NDRange(view.cols.size(), view.rows.size()),
                         cl::NDRange(16, 16), slabs_.buffer(view.slab), offset(view.slab.ld),
                         offset(view.rows.all.first), offset(view.cols.first));
    }

  private:
    static std::size_t width(const EngineOptions& options) {
        return options.variant == "classic-vector" ? 4 : 1;
    }
    static std::size_t edge(const Launcher& launcher, const EngineOptions& options) {
        return choose_tile(
            launcher, options, {16, 32}, [&](std::size_t t) { return t * t / width(options); },
            [&](std::size_t t) { return 2 * t * t * size_of(options.dtype); });
    }
    cl::NDRange group() const {
        return transposed_ ? cl::NDRange(tile_, tile_ / width_)
                           : cl::NDRange(tile_ / width_, tile_);
    }
    void phase_2(const Cells& cells, Range via) override { phase_3(cells, via); }
    void phase_3(const Cells& cells, Range via) override {
        launch(update_, cells, tile_, tile_, group(), offset(via.first));
    }

    std::size_t width_;  // cells of a work-item
    bool transposed_;
    cl::Kernel close_, update_, mirror_;
};

class Wide final : public LadderTiles {
  public:
    Wide(Launcher& launcher, Slabs& slabs, const EngineOptions& options)
        : LadderTiles(launcher, slabs, edge(launcher, options)) {
        const cl::Program program =
            launcher.build("ladder/wide.cl", ladder_options(launcher, options, {{"BLOCK", tile_}}));
        one_pivot_ = cl::Kernel(program, "one_pivot");
        all_pivots_ = cl::Kernel(program, "all_pivots");
    }

    void close(const View& square) override {
        phase_2({square.slab, square.rows, {square.cols}, Part::all}, square.cols);
    }
    void mirror(const View& view) override { slabs_.mirror(view); }

  private:
    static std::size_t edge(const Launcher& launcher, const EngineOptions& options) {
        return choose_tile(
            launcher, options, {32, 64, 128, 256, 512}, [](std::size_t block) { return block; },
            [&](std::size_t block) { return block * size_of(options.dtype); });
    }
    /// Work-items of a group: the block's edge, as far as the groups divide the columns. What is
    /// left of the matrix beside a block is a multiple of its padding only.
    std::size_t group(const Cells& cells) const { return std::gcd(tile_, cells.columns.size()); }
    void phase_2(const Cells& cells, Range via) override {
        const std::size_t items = group(cells);
        for (std::size_t k = via.first; k < via.last; ++k) {
            launch(one_pivot_, cells, 1, items, cl::NDRange(items, 1), offset(k));
        }
    }
    void phase_3(const Cells& cells, Range via) override {
        const std::size_t items = group(cells);
        launch(all_pivots_, cells, 1, items, cl::NDRange(items, 1), offset(via.first),
               count(via.size()));
    }

    cl::Kernel one_pivot_, all_pivots_;
};

}  // namespace

std::unique_ptr<Tiles> make_ladder_tiles(Launcher& launcher, Slabs& slabs,
                                         const EngineOptions& options) {
    if (options.variant == "wide") return std::make_unique<Wide>(launcher, slabs, options);
    return std::make_unique<Classic>(launcher, slabs, options);
}

}  // namespace apsp::opencl
