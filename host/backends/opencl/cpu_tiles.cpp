// Tiles on OpenCL devices that are CPUs: close, pack and update are one launch each, but long
// updates are several. Over or_and the elements are words of 32 vertices.
#include <algorithm>
#include <limits>

#include "backends/opencl/configuration.hpp"
#include "backends/opencl/tiles.hpp"
#include "base/stop.hpp"
#include "graph/padding.hpp"

namespace apsp::opencl {
namespace {

constexpr std::size_t kDepth = 256;  // pivots of one product

/// The most pivots of one product.
std::size_t depth_of(const CpuConfiguration& configuration, const std::vector<std::size_t>& blocks,
                     std::size_t ld) {
    const std::size_t depth =
        configuration.depth != 0 ? configuration.depth : std::max(blocks.front(), kDepth);
    return std::min(depth, ld);
}

class CpuTiles final : public Tiles {
  public:
    CpuTiles(Launcher& launcher, const Slabs& slabs, const EngineOptions& options)
        : launcher_(launcher),
          slabs_(slabs),
          plan_(plan_cpu_tiles(launcher.description(), options)),
          dtype_(element_of(options)),
          lanes_(options.semiring == Semiring::or_and ? kWordBits : 1),
          tile_(cpu_tile_columns(options) * lanes_),
          packed_a_(launcher.allocate(plan_.buffers[0].bytes)),
          packed_b_(launcher.allocate(plan_.buffers[1].bytes)) {
        const auto configuration = cpu_configuration(launcher.description(), options);
        const auto kernel_options = configuration.options(options, plan_.blocks.back());
        depth_ = depth_of(configuration, plan_.blocks, padded(options.n));
        std::tie(close_) = launcher.kernels("close_cpu.cl", kernel_options, "close");
        std::tie(pack_, update_, transpose_) =
            launcher.kernels("update_cpu.cl", kernel_options, "pack", "update", "transpose_square");
    }

    std::span<const std::size_t> blocks() const override { return plan_.blocks; }

    void close(const View& square) override {
        const Words to = words_of(square.slab);
        visit(dtype_, [&](auto zero) {
            const auto one = static_cast<decltype(zero)>(1);
            launcher_.launch(close_, {1}, {1}, to.memory, to.at(square), offset(to.ld), one);
        });
    }

    void update(const View& c, const View& a, const View& b, Part part) override {
        for (std::size_t k = 0; k < a.cols.size(); k += depth_) {
            multiply(c, a, b, {k, std::min(k + depth_, a.cols.size())}, part);
        }
    }

    void transpose(const View& to, const View& from, bool below) override {
        if (to.rows.size() == 0 || to.cols.size() == 0) return;
        const Words into = words_of(to.slab), source = words_of(from.slab);
        launcher_.launch(transpose_, {to.cols.size() / kSquare, to.rows.size() / kSquare}, {1, 1},
                         into.memory, offset(into.ld), offset(to.rows.all.first),
                         offset(to.cols.first), source.memory, offset(source.ld),
                         offset(from.rows.all.first), offset(from.cols.first), count(below),
                         offset(to.slab.first));
    }

  private:
    Words words_of(const Slab& slab) const { return slabs_.words(slab, lanes_); }

    /// Updates through some of the pivots.
    void multiply(const View& c, const View& a, const View& b, Range pivots, Part part) {
        const Range rows = c.rows.all, gap = c.rows.gap;
        Range cols = c.cols;
        const std::size_t diagonal = c.slab.first + rows.first;
        if (part == Part::upper) cols.first = std::max(cols.first, diagonal);
        // Widened to whole tiles: relaxing more does no harm.
        cols.first = cols.first / tile_ * tile_;
        cols.last = (cols.last + tile_ - 1) / tile_ * tile_;
        if (c.rows.size() == 0 || cols.first >= cols.last) return;
        const cl_long below =
            part == Part::all ? std::numeric_limits<cl_long>::min() / 2
                              : static_cast<cl_long>(diagonal) - static_cast<cl_long>(cols.first);
        const std::size_t row_tiles = c.rows.size() / kCpuTileRows;
        const std::size_t col_tiles = cols.size() / tile_;
        const cl_uint gap_begin =
            count(gap.size() != 0 ? (gap.first - rows.first) / kCpuTileRows : row_tiles);
        const cl_uint gap_tiles = count(gap.size() / kCpuTileRows);
        const Words to = words_of(c.slab), left = words_of(a.slab), right = words_of(b.slab);
        launcher_.launch(
            pack_, {row_tiles + col_tiles}, {1}, left.memory,
            left.at(a.rows.all.first, a.cols.first + pivots.first), offset(left.ld), right.memory,
            right.at(b.rows.all.first + pivots.first, b.cols.first + cols.first - c.cols.first),
            offset(right.ld), count(pivots.size()), count(row_tiles), gap_begin, gap_tiles,
            packed_a_, packed_b_);
        visit(dtype_, [&](auto zero) {
            const auto one = static_cast<decltype(zero)>(1);
            const std::size_t at_once = tiles_at_once(cols.size() * pivots.size());
            for (std::size_t first = 0; first < row_tiles; first += at_once) {
                launcher_.launch(update_, {col_tiles, std::min(at_once, row_tiles - first)}, {1, 1},
                                 to.memory, to.at(rows.first, cols.first), offset(to.ld),
                                 count(pivots.size()), gap_begin, gap_tiles, packed_a_, packed_b_,
                                 below, one, count(first));
                if (at_once >= row_tiles) break;
                launcher_.throttle();
                check_stop();
            }
        });
    }

    /// Row tiles per launch: about 0.05 s of work per processor, so that stops take effect soon.
    std::size_t tiles_at_once(std::size_t relaxations_a_row) const {
        constexpr std::size_t kEachUnit = 1'500'000'000;
        const std::size_t units = std::max<std::size_t>(launcher_.description().compute_units, 1);
        return kEachUnit * units * lanes_ / (relaxations_a_row * kCpuTileRows) + 1;
    }

    Launcher& launcher_;
    const Slabs& slabs_;
    EnginePlan plan_;
    Dtype dtype_;        // of an element
    std::size_t lanes_;  // vertices per element
    std::size_t tile_;   // vertices in a tile's columns
    std::size_t depth_ = 0;
    cl::Kernel close_, pack_, update_, transpose_;
    cl::Buffer packed_a_, packed_b_;
};

}  // namespace

EnginePlan plan_cpu_tiles(const Device& device, const EngineOptions& options) {
    const auto blocks = cpu_blocks(options, device);
    const std::uint64_t rows = options.rows();
    const std::uint64_t depth =
        depth_of(cpu_configuration(device, options), blocks, padded(options.n));
    const std::size_t size = size_of(element_of(options));
    const std::size_t row_bytes = slab_layout(device, options).row_bytes(padded(options.n));
    // Elements of A are packed as 32 bits at least.
    return {blocks,
            blocks.back(),
            {{"packed left operand", rows * depth * std::max(size, sizeof(cl_uint))},
             {"packed right operand", row_bytes * depth}}};
}

std::unique_ptr<Tiles> make_cpu_tiles(Launcher& launcher, Slabs& slabs,
                                      const EngineOptions& options) {
    return std::make_unique<CpuTiles>(launcher, slabs, options);
}

}  // namespace apsp::opencl
