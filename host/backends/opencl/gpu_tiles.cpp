// Tiles on GPUs. Eliminating a tile takes two launches: `panel` relaxes the tile's own rows and, in
// other groups, packs its columns; `block_step` relaxes the other rows, and the group that owns the
// next diagonal tile closes it there and then, beside the others.
//
// Work on a second queue was tried for hiding the short launches, and lost on an H200 (+1 to -15 %
// at n = 4096, -1 % at 8192): the chip hands out all groups of a running kernel first.
#include <algorithm>

#include "backends/opencl/configurations.hpp"
#include "backends/opencl/tiles.hpp"

namespace apsp {
namespace {

constexpr std::size_t kPack = 32;        // PT of tile_gpu.h
constexpr std::size_t kPackGroup = 256;  // work-items of `pack`
constexpr std::size_t kMicro = 4;        // RS, CS and PR of close_gpu.cl and panel_gpu.cl
constexpr std::size_t kDepth = 512;      // pivots of one product, at most

class GpuTiles final : public Tiles {
  public:
    GpuTiles(Launcher& launcher, const EngineOptions& options)
        : launcher_(launcher),
          configuration_(gpu_configuration(launcher.description(), options)),
          blocks_(gpu_blocks(options, Matrix::padded(options.n))),
          tile_(blocks_.back()),
          products_(blocks_.size() > 1 || options.algorithm == Algorithm::rkleene),
          element_(size_of(options.dtype)) {
        const auto tile_options =
            configuration_.tile_options(options, tile_, launcher.description());
        const cl::Program close = launcher.build("close_gpu.cl", tile_options);
        close_ = cl::Kernel(close, "close");
        step_ = cl::Kernel(close, "block_step");
        const cl::Program panel = launcher.build("panel_gpu.cl", tile_options);
        panel_ = cl::Kernel(panel, "panel");
        pack_ = cl::Kernel(panel, "pack");
        if (products_) {
            update_ = cl::Kernel(
                launcher.build("update_gpu.cl", configuration_.update_options(options)),
                "update");
        }
    }

    std::span<const std::size_t> blocks() const override { return blocks_; }

    void attach(const cl::Buffer& matrix, std::size_t ld) override {
        matrix_ = matrix;
        ld_ = ld;
        depth_ = std::min(std::max(blocks_.front(), kDepth), ld);
        closed_ = launcher_.allocate(tile_ * tile_ * element_);
        strip_ = launcher_.allocate(ld * tile_ * element_);
        if (products_) operands_ = launcher_.allocate(ld * depth_ * element_);
    }

    void close(Range tile) override {
        if (closed_tile_ == tile.first) return;
        const std::size_t group = tile_ / kMicro * (tile_ / kMicro);
        launcher_.launch(close_, cl::NDRange(group), cl::NDRange(group), matrix_,
                         offset(tile.first * (ld_ + 1)), offset(ld_), closed_);
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
        const std::size_t group = tile_ / kMicro * (tile_ / kMicro);
        std::size_t groups = others * (cols.size() / tile_);
        if (configuration_.skip && groups > launcher_.description().compute_units) ++groups;
        launcher_.launch(step_, cl::NDRange(groups * group), cl::NDRange(group), matrix_,
                         at(rows.first, cols.first), offset(ld_), strip_, offset(0), offset(ld_),
                         at(tile.first, cols.first), count(others), count(cols.size() / tile_),
                         count(gap_at), count(1), closes_next ? count(gap_at + 1) : ~cl_uint{0},
                         count(next_column), closed_);
        if (closes_next) closed_tile_ = next.first;
    }

    void update(const Rows& rows, Range via, Range cols, Part) override {
        closed_tile_ = kNone;
        for (std::size_t k = via.first; k < via.last; k += depth_) {
            multiply(rows, {k, std::min(k + depth_, via.last)}, cols);
        }
    }

  private:
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

    cl_ulong at(std::size_t row, std::size_t column) const { return offset(row * ld_ + column); }

    /// The tile's own rows, and its columns of the other rows packed into `strip_`.
    void panel(Range rows, Range tile, Range cols, std::size_t gap_at, std::size_t others) {
        const std::size_t per_tile = tile_ / kPack;
        const std::size_t group = tile_ / kMicro * (configuration_.pn / kMicro);
        const std::size_t panels = cols.size() / configuration_.pn;
        const std::size_t packers = others * per_tile * per_tile;
        launcher_.launch(panel_, cl::NDRange((panels + packers) * group), cl::NDRange(group),
                         matrix_, at(tile.first, cols.first), offset(ld_), closed_, count(panels),
                         strip_, offset(0), offset(ld_), at(rows.first, tile.first),
                         count(gap_at * per_tile), count(per_tile));
    }

    /// One product; `via` is no deeper than `depth_`.
    void multiply(const Rows& rows, Range via, Range cols) {
        const auto& c = configuration_;
        const Range all = rows.all;
        const bool gap = rows.gap.size() != 0;
        const std::size_t gap_first = gap ? rows.gap.first - all.first : 0;
        const cl_uint none = ~cl_uint{0};

        // B is read in place, unless this product writes its rows: then from a copy, in front of A.
        const bool pivots_are_rows = via.first < all.last && all.first < via.last &&
                                     !(rows.gap.first <= via.first && via.last <= rows.gap.last);
        if (pivots_are_rows) copy_pivot_rows(via, cols);
        const cl::Buffer& b = pivots_are_rows ? operands_ : matrix_;
        const cl_ulong b_offset = pivots_are_rows ? 0 : at(via.first, cols.first);
        const std::size_t ldb = pivots_are_rows ? cols.size() : ld_;
        const cl_ulong a_offset = offset(pivots_are_rows ? cols.size() * via.size() : 0);

        const std::size_t deep = via.size() / kPack;
        launcher_.launch(pack_, cl::NDRange(rows.size() / kPack * deep * kPackGroup),
                         cl::NDRange(kPackGroup), matrix_, at(all.first, via.first), offset(ld_),
                         operands_, a_offset, offset(all.size()), count(deep),
                         gap ? count(gap_first / kPack) : none, count(rows.gap.size() / kPack));

        const std::size_t tile_rows = rows.size() / c.tm;
        const std::size_t tile_cols = cols.size() / c.tn;
        launcher_.launch(update_, cl::NDRange(tile_rows * tile_cols * c.update_group()),
                         cl::NDRange(c.update_group()), matrix_, at(all.first, cols.first),
                         offset(ld_), operands_, a_offset, offset(all.size()), b, b_offset,
                         offset(ldb), count(via.size()), count(tile_rows), count(tile_cols),
                         gap ? count(gap_first / c.tm) : none, count(rows.gap.size() / c.tm));
    }

    /// D[via, cols] to the front of `operands_`.
    void copy_pivot_rows(Range via, Range cols) {
        launcher_.queue().enqueueCopyBufferRect(
            matrix_, operands_, {cols.first * element_, via.first, 0}, {0, 0, 0},
            {cols.size() * element_, via.size(), 1}, ld_ * element_, 0, cols.size() * element_, 0);
    }

    Launcher& launcher_;
    GpuConfiguration configuration_;
    std::vector<std::size_t> blocks_;
    std::size_t tile_;
    bool products_;  // whether `update` will be called
    std::size_t element_;
    std::size_t ld_ = 0;
    std::size_t depth_ = 0;
    std::size_t closed_tile_ = kNone;  // the tile in `closed_`, if it is still what D holds
    cl::Kernel close_, step_, panel_, pack_, update_;
    cl::Buffer matrix_;
    cl::Buffer closed_;    // one closed tile, k-major
    cl::Buffer strip_;     // one tile's columns of D, k-major
    cl::Buffer operands_;  // A of one product, k-major, and B where it is not read in place
};

}  // namespace

std::unique_ptr<Tiles> open_gpu_tiles(Launcher& launcher, const EngineOptions& options) {
    return std::make_unique<GpuTiles>(launcher, options);
}

}  // namespace apsp
