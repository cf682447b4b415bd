// Tiles on GPUs. Eliminating a tile takes two launches: `panel` relaxes the tile's own rows and, in
// other groups, packs its columns; `block_step` relaxes the other rows, and the group that owns the
// next diagonal tile closes it there and then, beside the others.
//
// Work on a second queue was tried for hiding the short launches, and lost on an H200 (+1 to -15 %
// at n = 4096, -1 % at 8192): the chip hands out all groups of a running kernel first.
#include <algorithm>
#include <optional>

#include "backends/opencl/gpu_product.hpp"
#include "backends/opencl/tiles.hpp"
#include "graph/padding.hpp"

namespace apsp::opencl {
namespace {

constexpr std::size_t kDepth = 512;  // pivots of one product, at most

std::size_t depth_of(const std::vector<std::size_t>& blocks) {
    return std::max(blocks.front(), kDepth);
}
/// Whether `update` will be called.
bool needs_product(const std::vector<std::size_t>& blocks, const EngineOptions& options) {
    return blocks.size() > 1 || options.algorithm == Algorithm::rkleene || options.symmetric ||
           options.stripe_rows != 0;
}
std::size_t closed_bytes(std::size_t tile, const WordLayout& layout) {
    return tile * tile * layout.word_bytes;
}
std::size_t strip_bytes(std::size_t tile, std::size_t rows, const WordLayout& layout) {
    return rows * tile * layout.word_bytes;
}

class GpuTiles final : public Tiles {
  public:
    GpuTiles(Launcher& launcher, const EngineOptions& options)
        : launcher_(launcher),
          configuration_(gpu_configuration(launcher.description(), options)),
          blocks_(gpu_blocks(options, padded(options.n))),
          tile_(blocks_.back()),
          layout_(options),
          rows_(options.rows()) {
        const auto tile_options = configuration_.tile_options(options, tile_);
        const cl::Program close = launcher.build("close_gpu.cl", tile_options);
        close_ = cl::Kernel(close, "close");
        step_ = cl::Kernel(close, "block_step");
        panel_ = cl::Kernel(launcher.build("panel_gpu.cl", tile_options), "panel");
        if (needs_product(blocks_, options)) {
            product_.emplace(launcher, configuration_, options, "panel_gpu.cl", tile_options);
        }
    }

    std::span<const std::size_t> blocks() const override { return blocks_; }

    void attach(const cl::Buffer& matrix, std::size_t ld) override {
        attach_rows(ld);
        work_on({matrix}, {matrix});
    }
    void detach() override {}

    void attach_rows(std::size_t ld) override {
        lde_ = ld;
        ld_ = ld / layout_.lanes;
        closed_ = launcher_.allocate(closed_bytes(tile_, layout_));
        strip_ = launcher_.allocate(strip_bytes(tile_, rows_, layout_));
        if (product_) product_->attach(rows_, ld_, std::min(depth_of(blocks_), ld));
    }
    void work_on(const BufferRows& target, const BufferRows& source) override {
        closed_tile_ = kNone;
        target_ = target;
        if (product_) product_->work_on(target, source);
    }

    void close(Range tile) override {
        if (closed_tile_ == tile.first) return;
        launcher_.launch(close_, cl::NDRange(group()), cl::NDRange(group()), target_.buffer,
                         offset(at(tile.first, tile.first)), offset(ld_), closed_);
        closed_tile_ = tile.first;
    }

    void eliminate(Range rows, Range tile, Range cols) override {
        close(tile);
        const std::size_t gap_at = (tile.first - rows.first) / tile_;
        const std::size_t others = rows.size() / tile_ - 1;
        panel(rows, tile, cols, gap_at, others);
        closed_tile_ = kNone;
        if (others == 0) return;

        const Range next = {tile.last, tile.last + tile_};
        const bool closes_next =
            next.last <= rows.last && next.first >= cols.first && next.last <= cols.last;
        const std::size_t next_column = closes_next ? (next.first - cols.first) / tile_ : 0;
        std::size_t groups = others * (cols.size() / tile_);
        if (configuration_.skip != 0 && groups > launcher_.description().compute_units) ++groups;
        launcher_.launch(step_, cl::NDRange(groups * group()), cl::NDRange(group()), target_.buffer,
                         offset(at(rows.first, cols.first)), offset(ld_), strip_, offset(0),
                         offset(rows_), offset(at(tile.first, cols.first)), count(others),
                         count(cols.size() / tile_), count(gap_at), count(1),
                         closes_next ? count(gap_at + 1) : ~cl_uint{0}, count(next_column),
                         closed_);
        if (closes_next) closed_tile_ = next.first;
    }

    void update(const Rows& rows, Range via, Range cols, Part part) override {
        closed_tile_ = kNone;
        product_->update(rows, via, cols, part);
    }

  private:
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

    /// Offset in words of an element whose column is a multiple of the lanes.
    std::size_t at(std::size_t row, std::size_t column) const {
        return (row - target_.first_row) * ld_ + column / layout_.lanes;
    }
    /// Work-items of a group of `close` and `block_step`.
    std::size_t group() const { return tile_ / kMicro * (tile_ / layout_.lanes / kMicro); }

    /// The tile's own rows, and its columns of the other rows packed into `strip_`.
    void panel(Range rows, Range tile, Range cols, std::size_t gap_at, std::size_t others) {
        const std::size_t per_tile = tile_ / kPack;
        const std::size_t items = tile_ / kMicro * (configuration_.pn / kMicro);
        const std::size_t panels = cols.size() / layout_.lanes / configuration_.pn;
        const std::size_t packers = others * per_tile * per_tile;
        launcher_.launch(panel_, cl::NDRange((panels + packers) * items), cl::NDRange(items),
                         target_.buffer, offset(at(tile.first, cols.first)), offset(ld_), closed_,
                         count(panels), strip_, offset(0), offset(rows_),
                         offset((rows.first - target_.first_row) * lde_ + tile.first),
                         count(gap_at * per_tile), count(per_tile));
    }

    Launcher& launcher_;
    GpuConfiguration configuration_;
    std::vector<std::size_t> blocks_;
    std::size_t tile_;
    WordLayout layout_;
    std::optional<GpuProduct> product_;
    std::size_t rows_;                 // that operations can concern
    std::size_t lde_ = 0;              // elements of a row
    std::size_t ld_ = 0;               // words of a row
    std::size_t closed_tile_ = kNone;  // the tile in `closed_`, if it is still what D holds
    cl::Kernel close_, step_, panel_;
    BufferRows target_;
    cl::Buffer closed_;  // one closed tile, k-major
    cl::Buffer strip_;   // one tile's columns of D, k-major
};

}  // namespace

EnginePlan plan_gpu_tiles(const Device& device, const EngineOptions& options) {
    if (options.semiring == Semiring::or_and) return plan_gpu_bit_tiles(device, options);
    const std::size_t ld = padded(options.n);
    const WordLayout layout(options);
    EnginePlan plan;
    plan.blocks = gpu_blocks(options, ld);
    plan.tile = plan.blocks.back();
    plan.buffers = {{"closed tile", closed_bytes(plan.tile, layout)},
                    {"columns of a tile", strip_bytes(plan.tile, options.rows(), layout)}};
    if (needs_product(plan.blocks, options)) {
        plan.buffers.push_back(
            {"packed operands",
             GpuProduct::operand_bytes(gpu_configuration(device, options), layout, options.rows(),
                                       ld / layout.lanes, std::min(depth_of(plan.blocks), ld))});
    }
    return plan;
}

std::unique_ptr<Tiles> open_gpu_tiles(Launcher& launcher, const EngineOptions& options) {
    if (options.semiring == Semiring::or_and) return open_gpu_bit_tiles(launcher, options);
    return std::make_unique<GpuTiles>(launcher, options);
}

}  // namespace apsp::opencl
