// Tiles on GPUs. Eliminating a tile of numbers takes two launches: `panel` relaxes the tile's own
// rows and, in other groups, packs its columns; `block_step` relaxes the other rows, and the group
// that owns the next diagonal tile closes it there and then, beside the others. Over or_and, where
// a relaxation of a word is one instruction, nearly all the time goes into the product, and tiles
// are closed alone.
//
// Work on a second queue was tried for hiding the short launches, and lost on an H200 (+1 to -15 %
// at n = 4096, -1 % at 8192): the chip hands out all groups of a running kernel first.
#include <optional>

#include "backends/gpu_strips.hpp"
#include "backends/opencl/gpu_product.hpp"
#include "base/text.hpp"
#include "graph/padding.hpp"

namespace apsp::opencl {
namespace {

bool of_bits(const EngineOptions& options) {
    return options.semiring == Semiring::or_and;
}
/// Whether one launch closes whole blocks, if the device turns out to be able to.
bool closes_squares(const std::vector<std::size_t>& blocks) {
    return blocks.size() == 1 && blocks.front() > kTile;
}
/// Whether `update` will be called.
bool needs_product(const std::vector<std::size_t>& blocks, const EngineOptions& options) {
    return of_bits(options) || blocks.size() > 1 ||
           (closes_squares(blocks) && blocks.front() < padded(options.n)) ||
           options.algorithm == Algorithm::rkleene || options.symmetric || options.stripe_rows != 0;
}

/// Closes squares on the diagonal, each in one launch whose groups wait for each other: see
/// close_square.cl.
class SquareCloser {
    static constexpr std::size_t kGroup = kAcross * kAcross;

    /// Launches the groups for a square of so many rows, with the kernel's arguments.
    auto with(std::size_t size) {
        return [this, groups = shape_.groups(size)](const auto&... arguments) {
            launcher_.launch(kernel_, {groups * kGroup}, {kGroup}, arguments...);
        };
    }

  public:
    /// For squares of up to `block` rows. Lets as many groups as these need meet.
    SquareCloser(Launcher& launcher, const GpuConfiguration& configuration,
                 const EngineOptions& options, std::size_t block)
        : launcher_(launcher),
          shape_(closing_shape(launcher.description(), options, block)),
          block_(block),
          strips_(block, size_of(options.dtype)),
          state_(launcher.allocate(2 * sizeof(cl_uint))) {
        strips_.allocate(launcher);
        std::tie(kernel_) = launcher.kernels(
            "close_square.cl",
            configuration.closing_options(launcher.description(), options, shape_), "close_square");
        for (int meeting = 0; meeting < 2 && works_; ++meeting) {
            launcher.clear(state_, 2 * sizeof(cl_uint));
            strips_.clear(state_, with(block_));
            works_ = works_ && !gave_up();
        }
    }

    /// Whether the device runs the groups at the same time. Otherwise it cannot close squares.
    bool works() const noexcept { return works_; }

    void close(const Words& to, const View& square) {
        const std::size_t size = square.cols.size();
        strips_.use(size, kPivots, to.memory, to.at(square), to.ld, state_, with(size));
    }

    /// After all launches have ended.
    /// @throws Error no_device if groups waited in vain, since they no longer ran at the same time
    void check() {
        if (!gave_up()) return;
        throw Error(ErrorKind::no_device,
                    fmt::format("{} no longer runs {} groups of {} at the same time; try --tile "
                                "64, or SolveOptions::tile",
                                launcher_.label(), shape_.groups(block_), kGroup));
    }

  private:
    bool gave_up() {
        cl_uint state[2] = {};
        launcher_.read(state_, state, sizeof state);
        return state[1] != 0;
    }

    Launcher& launcher_;
    ClosingShape shape_;
    std::size_t block_;
    GpuStrips<Launcher> strips_;
    cl::Buffer state_;
    cl::Kernel kernel_;
    bool works_ = true;
};

class GpuTiles final : public Tiles {
  public:
    GpuTiles(Launcher& launcher, Slabs& slabs, const EngineOptions& options)
        : launcher_(launcher),
          slabs_(slabs),
          configuration_(gpu_configuration(launcher.description(), options)),
          plan_(plan_gpu_tiles(launcher.description(), options)),
          blocks_(plan_.blocks),
          layout_(options.dtype, options.semiring),
          rows_(options.rows()),
          bits_(of_bits(options)) {
        if (!bits_) {
            closed_ = launcher.allocate(plan_.buffers[0].bytes);
            strip_ = launcher.allocate(plan_.buffers[1].bytes);
        }
        if (!bits_ && closes_squares(blocks_)) {
            closer_.emplace(launcher, configuration_, options, blocks_.front());
            if (!closer_->works()) {
                closer_.reset();
                blocks_.push_back(kTile);
            }
        }
        tile_ = closer_ ? kPivots : blocks_.back();
        const auto tile_options =
            bits_ ? KernelOptions{options.dtype,
                                  options.semiring,
                                  {{"TS", tile_}, {"PT", kSquare}, {"PACK_GROUP", kPackItems}}}
                  : configuration_.tile_options(options, tile_);
        if (bits_) {
            std::tie(close_) = launcher.kernels("bits_gpu.cl", tile_options, "close_bits");
        } else if (!closer_) {
            std::tie(close_, step_) =
                launcher.kernels("close_gpu.cl", tile_options, "close", "block_step");
            std::tie(panel_) = launcher.kernels("panel_gpu.cl", tile_options, "panel");
        }
        if (needs_product(plan_.blocks, options)) {
            product_.emplace(launcher, slabs, options, plan_.blocks,
                             bits_ ? "bits_gpu.cl" : "panel_gpu.cl", tile_options);
        }
    }

    std::span<const std::size_t> blocks() const override { return blocks_; }
    std::size_t tile() const override { return tile_; }

    void close(const View& square) override {
        if (closer_) return closer_->close(words_of(square.slab), square);
        const Words to = words_of(square.slab);
        if (bits_) {
            return launcher_.launch(close_, {tile_}, {tile_}, to.memory, to.at(square),
                                    offset(to.ld));
        }
        if (closed_tile_ && same(*closed_tile_, square)) return;
        launcher_.launch(close_, {group()}, {group()}, to.memory, to.at(square), offset(to.ld),
                         closed_);
        closed_tile_ = square;
    }

    void eliminate(const View& c, const View& square) override {
        if (closer_ || bits_) return Tiles::eliminate(c, square);
        close(square);
        const Range rows = c.rows.all, tile = square.rows.all;
        const std::size_t gap_at = (tile.first - rows.first) / tile_;
        const std::size_t others = rows.size() / tile_ - 1;
        const Words to = words_of(c.slab);
        const View own = {c.slab, square.rows, c.cols};
        panel(c, square, to, gap_at, others);
        closed_tile_.reset();
        if (others == 0) return;

        const View next = {
            c.slab, {{tile.last, tile.last + tile_}}, {square.cols.last, square.cols.last + tile_}};
        const bool closes_next = next.rows.all.last <= rows.last && contains(c.cols, next.cols);
        const std::size_t next_column = closes_next ? (next.cols.first - c.cols.first) / tile_ : 0;
        std::size_t groups = others * (c.cols.size() / tile_);
        if (configuration_.skip != 0 && groups > launcher_.description().compute_units) ++groups;
        launcher_.launch(step_, {groups * group()}, {group()}, to.memory, to.at(c), offset(to.ld),
                         strip_, offset(0), offset(rows_), to.at(own), count(others),
                         count(c.cols.size() / tile_), count(gap_at), count(1),
                         closes_next ? count(gap_at + 1) : ~cl_uint{0}, count(next_column),
                         closed_);
        if (closes_next) closed_tile_ = next;
    }

    void update(const View& c, const View& a, const View& b, Part part) override {
        closed_tile_.reset();
        product_->update(c, a, b, part);
    }

    void transpose(const View& to, const View& from, bool below) override {
        closed_tile_.reset();
        slabs_.transpose(to, from, below);
    }

    void finished() override {
        if (closer_) closer_->check();
    }

  private:
    Words words_of(const Slab& slab) const { return slabs_.words(slab, layout_.lanes); }
    /// Work-items of a group of `close` and `block_step`.
    std::size_t group() const { return tile_ / kMicro * (tile_ / layout_.lanes / kMicro); }

    /// The tile's own rows, and its columns of the other rows packed into `strip_`.
    void panel(const View& c, const View& square, const Words& to, std::size_t gap_at,
               std::size_t others) {
        const std::size_t per_tile = tile_ / kSquare;
        const std::size_t items = tile_ / kMicro * (configuration_.pn / kMicro);
        const std::size_t panels = c.cols.size() / layout_.lanes / configuration_.pn;
        const std::size_t packers = others * per_tile * per_tile;
        launcher_.launch(panel_, {(panels + packers) * items}, {items}, to.memory,
                         to.at(View{c.slab, square.rows, c.cols}), offset(to.ld), closed_,
                         count(panels), strip_, offset(0), offset(rows_),
                         offset(c.rows.all.first * c.slab.ld + square.cols.first),
                         count(gap_at * per_tile), count(per_tile));
    }

    Launcher& launcher_;
    Slabs& slabs_;
    GpuConfiguration configuration_;
    EnginePlan plan_;
    std::vector<std::size_t> blocks_;
    std::size_t tile_ = 0;
    WordLayout layout_;
    std::size_t rows_;  // that operations can concern
    bool bits_;         // words of 32 vertices
    std::optional<SquareCloser> closer_;
    std::optional<GpuProduct> product_;
    std::optional<View> closed_tile_;  // in `closed_`, and still what the slab holds
    cl::Kernel close_, step_, panel_;
    cl::Buffer closed_;  // one closed tile, k-major
    cl::Buffer strip_;   // one tile's columns of D, k-major
};

}  // namespace

EnginePlan plan_gpu_tiles(const Device& device, const EngineOptions& options) {
    const WordLayout layout(options.dtype, options.semiring);
    EnginePlan plan;
    plan.blocks = gpu_blocks(device, options);
    const bool squares = closes_squares(plan.blocks);
    const std::size_t tile = squares ? kTile : plan.blocks.back();
    plan.tile = squares ? kPivots : tile;
    if (!of_bits(options)) {
        plan.buffers = {{"closed tile", tile * tile * layout.word_bytes},
                        {"columns of a tile", options.rows() * tile * layout.word_bytes}};
        if (squares) {
            plan.buffers.push_back({"strips of pivots", strip_bytes(options, plan.blocks.front())});
        }
    }
    if (needs_product(plan.blocks, options)) {
        plan.buffers.push_back(
            {"packed operands", GpuProduct::operand_bytes(device, options, plan.blocks)});
    }
    return plan;
}

std::unique_ptr<Tiles> make_gpu_tiles(Launcher& launcher, Slabs& slabs,
                                      const EngineOptions& options) {
    return std::make_unique<GpuTiles>(launcher, slabs, options);
}

}  // namespace apsp::opencl
