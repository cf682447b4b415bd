// Tiles on OpenCL devices that are CPUs: close, pack, update, each one launch. Over or_and the
// elements are words of 32 vertices, and the matrix is one of bits beside that of bytes.
#include <algorithm>
#include <limits>
#include <optional>

#include "backends/opencl/bit_matrix.hpp"
#include "backends/opencl/configurations.hpp"
#include "backends/opencl/tiles.hpp"
#include "graph/padding.hpp"

namespace apsp {
namespace {

// Of a work-item's tile of C in update_cpu.cl.
constexpr std::size_t kTileRows = 64;
constexpr std::size_t kMirrorSquare = 32;  // MS
constexpr std::size_t kDepth = 256;        // pivots of one product

/// Pivots of one product, at most.
std::size_t depth_of(const CpuConfiguration& configuration, const std::vector<std::size_t>& blocks,
                     std::size_t ld) {
    const std::size_t depth =
        configuration.depth != 0 ? configuration.depth : std::max(blocks.front(), kDepth);
    return std::min(depth, ld);
}

/// How elements lie in the columns of the matrix that is worked on.
struct Columns {
    explicit Columns(const EngineOptions& options)
        : lanes(options.semiring == Semiring::or_and ? BitMatrix::kWord : 1),
          dtype(element_of(options)),
          tile(cpu_tile_columns(options) * lanes),
          ld((padded(options.n) + tile - 1) / tile * tile / lanes) {}

    std::size_t lanes;  ///< Vertices an element.
    Dtype dtype;        ///< Of an element.
    std::size_t tile;   ///< Vertices in a tile's columns.
    std::size_t ld;     ///< Elements of a row.
};

class CpuTiles final : public Tiles {
  public:
    CpuTiles(Launcher& launcher, const EngineOptions& options)
        : launcher_(launcher),
          plan_(plan_cpu_tiles(launcher.description(), options)),
          blocks_(plan_.blocks),
          columns_(options) {
        const auto configuration = cpu_configuration(launcher.description(), options);
        const auto kernel_options = configuration.options(options, blocks_.back());
        depth_ = depth_of(configuration, blocks_, padded(options.n));
        close_ = cl::Kernel(launcher.build("close_cpu.cl", kernel_options), "close");
        const cl::Program update = launcher.build("update_cpu.cl", kernel_options);
        pack_ = cl::Kernel(update, "pack");
        update_ = cl::Kernel(update, "update");
        mirror_ = cl::Kernel(update, "mirror_square");
        if (columns_.lanes > 1) bits_.emplace(launcher, options.n);
    }

    std::span<const std::size_t> blocks() const override { return blocks_; }

    void attach(const cl::Buffer& matrix, std::size_t ld) override {
        attach_rows(ld);
        if (bits_) bits_->pack(matrix, ld, columns_.ld);
        const BufferRows all = {bits_ ? bits_->buffer() : matrix};
        work_on(all, all);
    }

    void detach() override {
        if (bits_) bits_->unpack();
    }

    void attach_rows(std::size_t) override {
        packed_a_ = launcher_.allocate(plan_.buffers[0].bytes);
        packed_b_ = launcher_.allocate(plan_.buffers[1].bytes);
    }
    void work_on(const BufferRows& target, const BufferRows& source) override {
        target_ = target;
        source_ = source;
    }

    void close(Range tile) override {
        visit(columns_.dtype, [&](auto zero) {
            const auto one = static_cast<decltype(zero)>(1);
            launcher_.launch(close_, cl::NDRange(1), cl::NDRange(1), target_.buffer,
                             at(target_, tile.first, tile.first), offset(columns_.ld), one);
        });
    }

    void update(const Rows& rows, Range via, Range cols, Part part) override {
        for (std::size_t k = via.first; k < via.last; k += depth_) {
            multiply(rows, {k, std::min(k + depth_, via.last)}, cols, part);
        }
    }

    bool mirror(Range rows, Range cols) override {
        launcher_.launch(mirror_,
                         cl::NDRange(cols.size() / kMirrorSquare, rows.size() / kMirrorSquare),
                         cl::NDRange(1, 1), target_.buffer, offset(columns_.ld), offset(rows.first),
                         offset(cols.first));
        return true;
    }

  private:
    void multiply(const Rows& rows, Range via, Range cols, Part part) {
        if (part == Part::upper) {
            cols.first = std::max(cols.first, rows.all.first);
        }
        // To whole tiles: relaxing more does no harm.
        cols.first = cols.first / columns_.tile * columns_.tile;
        cols.last = (cols.last + columns_.tile - 1) / columns_.tile * columns_.tile;
        if (rows.size() == 0 || cols.first >= cols.last) return;
        const cl_long below = part == Part::all ? std::numeric_limits<cl_long>::min() / 2
                                                : static_cast<cl_long>(rows.all.first) -
                                                      static_cast<cl_long>(cols.first);
        const std::size_t row_tiles = rows.size() / kTileRows;
        const std::size_t col_tiles = cols.size() / columns_.tile;
        const bool gap = rows.gap.size() != 0;
        const cl_uint gap_begin =
            count(gap ? (rows.gap.first - rows.all.first) / kTileRows : row_tiles);
        const cl_uint gap_tiles = count(rows.gap.size() / kTileRows);
        launcher_.launch(pack_, cl::NDRange(row_tiles + col_tiles), cl::NDRange(1), target_.buffer,
                         at(target_, rows.all.first, via.first), source_.buffer,
                         at(source_, via.first, cols.first), offset(columns_.ld), count(via.size()),
                         count(row_tiles), gap_begin, gap_tiles, packed_a_, packed_b_);
        visit(columns_.dtype, [&](auto zero) {
            const auto one = static_cast<decltype(zero)>(1);
            launcher_.launch(update_, cl::NDRange(col_tiles, row_tiles), cl::NDRange(1, 1),
                             target_.buffer, at(target_, rows.all.first, cols.first),
                             offset(columns_.ld), count(via.size()), gap_begin, gap_tiles,
                             packed_a_, packed_b_, below, one);
        });
    }

    cl_ulong at(const BufferRows& part, std::size_t row, std::size_t column) const {
        return (row - part.first_row) * columns_.ld + column / columns_.lanes;
    }

    Launcher& launcher_;
    EnginePlan plan_;
    std::vector<std::size_t> blocks_;
    Columns columns_;
    std::optional<BitMatrix> bits_;  // over or_and
    std::size_t depth_ = 0;
    cl::Kernel close_, pack_, update_, mirror_;
    BufferRows target_, source_;
    cl::Buffer packed_a_, packed_b_;
};

}  // namespace

EnginePlan plan_cpu_tiles(const Device& device, const EngineOptions& options) {
    const auto blocks = cpu_blocks(options, device);
    const Columns columns(options);
    const std::uint64_t rows = options.rows();
    const std::uint64_t depth =
        depth_of(cpu_configuration(device, options), blocks, padded(options.n));
    const std::size_t size = size_of(columns.dtype);
    // Elements of A are packed as 32 bits at least.
    EnginePlan plan{blocks,
                    blocks.back(),
                    {{"packed left operand", rows * depth * std::max(size, sizeof(cl_uint))},
                     {"packed right operand", columns.ld * depth * size}}};
    if (columns.lanes > 1) {
        plan.buffers.push_back({"matrix of bits", BitMatrix::bytes(rows, columns.ld)});
    }
    return plan;
}

std::unique_ptr<Tiles> open_cpu_tiles(Launcher& launcher, const EngineOptions& options) {
    return std::make_unique<CpuTiles>(launcher, options);
}

}  // namespace apsp
