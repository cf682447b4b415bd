// Tiles on OpenCL devices that are CPUs: close, pack, update, each one launch.
#include <algorithm>
#include <limits>

#include "backends/opencl/configurations.hpp"
#include "backends/opencl/tiles.hpp"

namespace apsp {
namespace {

// Of a work-item's tile of C in update_cpu.cl.
constexpr std::size_t kTileRows = 64;
constexpr std::size_t kTileCols = 128;
constexpr std::size_t kSquare = 32;  // MS
constexpr std::size_t kDepth = 256;  // pivots of one product

/// Pivots of one product, at most.
std::size_t depth_of(const CpuConfiguration& configuration, const std::vector<std::size_t>& blocks,
                     std::size_t ld) {
    const std::size_t depth =
        configuration.depth != 0 ? configuration.depth : std::max(blocks.front(), kDepth);
    return std::min(depth, ld);
}

class CpuTiles final : public Tiles {
  public:
    CpuTiles(Launcher& launcher, const EngineOptions& options)
        : launcher_(launcher),
          plan_(plan_cpu_tiles(launcher.description(), options)),
          blocks_(plan_.blocks),
          dtype_(options.dtype) {
        const auto configuration = cpu_configuration(launcher.description(), options);
        const auto kernel_options = configuration.options(options, blocks_.back());
        depth_ = depth_of(configuration, blocks_, Matrix::padded(options.n));
        close_ = cl::Kernel(launcher.build("close_cpu.cl", kernel_options), "close");
        const cl::Program update = launcher.build("update_cpu.cl", kernel_options);
        pack_ = cl::Kernel(update, "pack");
        update_ = cl::Kernel(update, "update");
        mirror_ = cl::Kernel(update, "mirror_square");
    }

    std::span<const std::size_t> blocks() const override { return blocks_; }

    void attach(const cl::Buffer& matrix, std::size_t ld) override {
        matrix_ = matrix;
        ld_ = ld;
        packed_a_ = launcher_.allocate(plan_.buffers[0].bytes);
        packed_b_ = launcher_.allocate(plan_.buffers[1].bytes);
    }

    void detach() override {}

    void close(Range tile) override {
        visit(dtype_, [&](auto zero) {
            const auto one = static_cast<decltype(zero)>(1);
            launcher_.launch(close_, cl::NDRange(1), cl::NDRange(1), matrix_,
                             offset(tile.first * (ld_ + 1)), offset(ld_), one);
        });
    }

    void update(const Rows& rows, Range via, Range cols, Part part) override {
        for (std::size_t k = via.first; k < via.last; k += depth_) {
            multiply(rows, {k, std::min(k + depth_, via.last)}, cols, part);
        }
    }

    bool mirror(Range rows, Range cols) override {
        launcher_.launch(mirror_, cl::NDRange(cols.size() / kSquare, rows.size() / kSquare),
                         cl::NDRange(1, 1), matrix_, offset(ld_), offset(rows.first),
                         offset(cols.first));
        return true;
    }

  private:
    void multiply(const Rows& rows, Range via, Range cols, Part part) {
        if (part == Part::upper) {
            const std::size_t first = rows.all.first / kTileCols * kTileCols;
            cols.first = std::max(cols.first, first);
        }
        if (rows.size() == 0 || cols.first >= cols.last) return;
        const cl_long below = part == Part::all ? std::numeric_limits<cl_long>::min() / 2
                                                : static_cast<cl_long>(rows.all.first) -
                                                      static_cast<cl_long>(cols.first);
        const std::size_t row_tiles = rows.size() / kTileRows;
        const std::size_t col_tiles = cols.size() / kTileCols;
        const bool gap = rows.gap.size() != 0;
        const cl_uint gap_begin =
            count(gap ? (rows.gap.first - rows.all.first) / kTileRows : row_tiles);
        const cl_uint gap_tiles = count(rows.gap.size() / kTileRows);
        const std::size_t first_row = rows.all.first * ld_;
        launcher_.launch(pack_, cl::NDRange(row_tiles + col_tiles), cl::NDRange(1), matrix_,
                         offset(first_row + via.first), offset(via.first * ld_ + cols.first),
                         offset(ld_), count(via.size()), count(row_tiles), gap_begin, gap_tiles,
                         packed_a_, packed_b_);
        visit(dtype_, [&](auto zero) {
            const auto one = static_cast<decltype(zero)>(1);
            launcher_.launch(update_, cl::NDRange(col_tiles, row_tiles), cl::NDRange(1, 1), matrix_,
                             offset(first_row + cols.first), offset(ld_), count(via.size()),
                             gap_begin, gap_tiles, packed_a_, packed_b_, below, one);
        });
    }

    Launcher& launcher_;
    EnginePlan plan_;
    std::vector<std::size_t> blocks_;
    Dtype dtype_;
    std::size_t ld_ = 0;
    std::size_t depth_ = 0;
    cl::Kernel close_, pack_, update_, mirror_;
    cl::Buffer matrix_, packed_a_, packed_b_;
};

}  // namespace

EnginePlan plan_cpu_tiles(const Device& device, const EngineOptions& options) {
    const auto blocks = cpu_blocks(options, device);
    const std::size_t ld = Matrix::padded(options.n);
    const std::uint64_t elements = ld * depth_of(cpu_configuration(device, options), blocks, ld);
    const std::size_t size = size_of(options.dtype);
    // Elements of A are packed as 32 bits at least.
    return {blocks,
            blocks.back(),
            {{"packed left operand", elements * std::max(size, sizeof(cl_uint))},
             {"packed right operand", elements * size}}};
}

std::unique_ptr<Tiles> open_cpu_tiles(Launcher& launcher, const EngineOptions& options) {
    return std::make_unique<CpuTiles>(launcher, options);
}

}  // namespace apsp
