#include "backends/opencl/gpu_product.hpp"

#include <algorithm>
#include <limits>

#include "graph/padding.hpp"

namespace apsp::opencl {
namespace {

constexpr std::size_t kLeastDepth = 512;  // pivots, where blocks are smaller

std::size_t rounded_up(std::size_t value, std::size_t multiple) {
    return (value + multiple - 1) / multiple * multiple;
}

}  // namespace

std::size_t product_depth(const std::vector<std::size_t>& blocks) {
    return std::max(blocks.front(), kLeastDepth);
}

GpuProduct::GpuProduct(Launcher& launcher, const GpuConfiguration& configuration,
                       const EngineOptions& options, std::string_view pack_file,
                       const KernelOptions& pack_options, std::size_t ld, std::size_t depth,
                       const Slabs& slabs)
    : launcher_(launcher),
      configuration_(configuration),
      layout_(options.dtype, options.semiring),
      depth_(depth),
      slabs_(slabs),
      operand_bytes_(operand_bytes(configuration_, layout_, options.rows(), ld, depth)),
      operands_(launcher.allocate(operand_bytes_)) {
    std::tie(pack_) = launcher.kernels(pack_file, pack_options, "pack");
    std::tie(update_) =
        launcher.kernels("update_gpu.cl", configuration.update_options(options), "update");
}

std::size_t GpuProduct::operand_bytes(const GpuConfiguration& configuration,
                                      const WordLayout& layout, std::size_t rows, std::size_t ld,
                                      std::size_t depth) {
    // A, or the A of a block's own rows and a copy of B. Tiles that are wider than the matrix's
    // padding relax more columns than asked for, so that B may have to be copied for any rows.
    const bool wide = layout.lanes * configuration.tn > kPadding;
    return (wide ? rows + ld : std::max(rows, depth + ld)) * depth * layout.word_bytes;
}

void GpuProduct::update(const View& c, const View& a, const View& b, Part part) {
    // As many pivots at a time as there is memory for: for A, and for B where it has to be copied.
    const std::size_t a_bytes = c.rows.all.size() * layout_.word_bytes;
    const std::size_t b_bytes = writes(c, b) ? in_words(c.cols).size() * layout_.memory_bytes : 0;
    const std::size_t fit = operand_bytes_ / (a_bytes + b_bytes) / kSquare * kSquare;
    const std::size_t depth = std::min(depth_, fit);
    if (depth == 0) {
        throw Error(ErrorKind::internal, "a product's operands are larger than was planned");
    }
    for (std::size_t k = 0; k < a.cols.size(); k += depth) {
        multiply(c, a, b, {k, std::min(k + depth, a.cols.size())}, part);
    }
}

Range GpuProduct::in_words(Range cols) const {
    const std::size_t tile = configuration_.tn;
    return {cols.first / layout_.lanes / tile * tile,
            rounded_up((cols.last + layout_.lanes - 1) / layout_.lanes, tile)};
}

void GpuProduct::multiply(const View& c, const View& a, const View& b, Range pivots, Part part) {
    const GpuConfiguration& shape = configuration_;
    const Words to = slabs_.words(c.slab, layout_.lanes),
                left = slabs_.words(a.slab, layout_.lanes),
                right = slabs_.words(b.slab, layout_.lanes);
    const Range all = c.rows.all, gap = c.rows.gap, words = in_words(c.cols);
    const std::size_t gap_first = gap.size() != 0 ? gap.first - all.first : 0;
    const auto gap_at = [&](std::size_t unit) {
        return gap.size() != 0 ? count(gap_first / unit) : ~cl_uint{0};
    };
    const Range closed =
        closed_tiles(c, a, b, words.first * layout_.lanes, shape.tn * layout_.lanes);
    const std::size_t tile_cols = words.size() / shape.tn - closed.size();
    if (tile_cols == 0) return;

    // B is read in place, unless this product writes its rows; then B is read from a copy in front
    // of A.
    const std::size_t b_row = b.rows.all.first + pivots.first;
    const std::size_t b_word =
        b.cols.first / layout_.lanes - (c.cols.first / layout_.lanes - words.first);
    const bool copied = writes(c, b);
    const std::size_t b_bytes = copied ? pivots.size() * words.size() * layout_.memory_bytes : 0;
    if (copied) {
        launcher_.copy_rectangle(right.buffer, {b_word * layout_.memory_bytes, b_row},
                                 right.ld * layout_.memory_bytes, operands_,
                                 words.size() * layout_.memory_bytes, pivots.size());
    }
    const std::size_t a_offset = b_bytes / layout_.word_bytes;

    // `pack` counts in elements, or in words of bits.
    const std::size_t scale = layout_.lanes == 32 ? 1 : layout_.lanes;
    const std::size_t a_column = (a.cols.first + pivots.first) * scale / layout_.lanes;
    const std::size_t deep = pivots.size() / kSquare;
    launcher_.launch(pack_, {c.rows.size() / kSquare * deep * kPackItems}, {kPackItems},
                     left.buffer, offset(a.rows.all.first * left.ld * scale + a_column),
                     offset(left.ld * scale), operands_, offset(a_offset), offset(all.size()),
                     count(deep), gap_at(kSquare), count(gap.size() / kSquare));

    const std::size_t tile_rows = c.rows.size() / shape.tm;
    const cl_long right_of_rows = part == Part::all
                                      ? std::numeric_limits<cl_long>::max() / 2
                                      : static_cast<cl_long>(words.first * layout_.lanes) -
                                            static_cast<cl_long>(c.slab.first + all.first);
    launcher_.launch(
        update_, {tile_rows * tile_cols * shape.update_group()}, {shape.update_group()}, to.buffer,
        offset(all.first * to.ld + words.first), offset(to.ld), operands_, offset(a_offset),
        offset(all.size()), copied ? operands_ : right.buffer,
        offset(copied ? 0 : b_row * right.ld + b_word), offset(copied ? words.size() : right.ld),
        count(pivots.size()), count(tile_rows), count(tile_cols), gap_at(shape.tm),
        count(gap.size() / shape.tm), count(closed.first), count(closed.size()), right_of_rows);
}

}  // namespace apsp::opencl
