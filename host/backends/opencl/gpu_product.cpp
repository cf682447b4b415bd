#include "backends/opencl/gpu_product.hpp"

#include <algorithm>
#include <limits>

#include "graph/padding.hpp"

namespace apsp::opencl {
namespace {

std::size_t rounded_up(std::size_t value, std::size_t multiple) {
    return (value + multiple - 1) / multiple * multiple;
}

}  // namespace

WordLayout::WordLayout(const EngineOptions& options)
    : lanes(1), word_bytes(size_of(options.dtype)), memory_bytes(word_bytes) {
    if (options.semiring == Semiring::or_and) {
        lanes = 32;
        word_bytes = memory_bytes = 4;
    } else if (word_bytes < 4) {
        lanes = 2;
        memory_bytes = 2 * word_bytes;
        word_bytes = 4;
    }
}

GpuProduct::GpuProduct(Launcher& launcher, const GpuConfiguration& configuration,
                       const EngineOptions& options, std::string_view pack_file,
                       const KernelOptions& pack_options)
    : launcher_(launcher),
      configuration_(configuration),
      layout_(options),
      pack_(launcher.build(pack_file, pack_options), "pack"),
      update_(launcher.build("update_gpu.cl", configuration.update_options(options)), "update") {}

std::size_t GpuProduct::operand_bytes(const GpuConfiguration& configuration,
                                      const WordLayout& layout, std::size_t rows, std::size_t ld,
                                      std::size_t depth) {
    // Where B is copied, A and B together are no more than the matrix is wide, unless tiles are
    // wider than its padding.
    const bool wide = layout.lanes * configuration.tn > kPadding;
    return (rows + (wide ? ld : 0)) * depth * layout.word_bytes;
}

void GpuProduct::attach(std::size_t rows, std::size_t ld, std::size_t depth) {
    ld_ = ld;
    depth_ = depth;
    operand_bytes_ = operand_bytes(configuration_, layout_, rows, ld, depth);
    operands_ = launcher_.allocate(operand_bytes_);
}

void GpuProduct::work_on(const BufferRows& target, const BufferRows& source) {
    target_ = target;
    source_ = source;
}

void GpuProduct::update(const Rows& rows, Range via, Range cols, Part part) {
    for (std::size_t k = via.first; k < via.last; k += depth_) {
        multiply(rows, {k, std::min(k + depth_, via.last)}, cols, part);
    }
}

Range GpuProduct::in_words(Range cols) const {
    const std::size_t tile = configuration_.tn;
    return {cols.first / layout_.lanes / tile * tile,
            rounded_up((cols.last + layout_.lanes - 1) / layout_.lanes, tile)};
}

void GpuProduct::multiply(const Rows& rows, Range via, Range cols, Part part) {
    const auto& c = configuration_;
    const Range all = rows.all;
    const Range words = in_words(cols);
    const bool gap = rows.gap.size() != 0;
    const std::size_t gap_first = gap ? rows.gap.first - all.first : 0;
    const cl_uint none = ~cl_uint{0};

    // B is read in place, unless this product writes its rows: then from a copy, in front of A.
    const bool pivots_are_rows = via.first < all.last && all.first < via.last &&
                                 !(rows.gap.first <= via.first && via.last <= rows.gap.last);
    const std::size_t b_bytes =
        pivots_are_rows ? via.size() * words.size() * layout_.memory_bytes : 0;
    if (b_bytes + all.size() * via.size() * layout_.word_bytes > operand_bytes_) {
        throw Error(ErrorKind::internal, "a product's operands are larger than was planned");
    }
    if (pivots_are_rows) {
        const std::size_t width = words.size() * layout_.memory_bytes;
        launcher_.queue().enqueueCopyBufferRect(
            source_.buffer, operands_,
            {words.first * layout_.memory_bytes, via.first - source_.first_row, 0}, {0, 0, 0},
            {width, via.size(), 1}, ld_ * layout_.memory_bytes, 0, width, 0);
    }
    const cl::Buffer& b = pivots_are_rows ? operands_ : source_.buffer;
    const std::size_t b_offset = pivots_are_rows ? 0 : at(source_, via.first, words.first);
    const std::size_t ldb = pivots_are_rows ? words.size() : ld_;
    const std::size_t a_offset = b_bytes / layout_.word_bytes;

    // `pack` counts in elements, or in words of bits.
    const std::size_t scale = layout_.lanes == 32 ? 1 : layout_.lanes;
    const std::size_t deep = via.size() / kPack;
    launcher_.launch(
        pack_, cl::NDRange(rows.size() / kPack * deep * kPackGroup), cl::NDRange(kPackGroup),
        target_.buffer,
        offset((all.first - target_.first_row) * ld_ * scale + via.first * scale / layout_.lanes),
        offset(ld_ * scale), operands_, offset(a_offset), offset(all.size()), count(deep),
        gap ? count(gap_first / kPack) : none, count(rows.gap.size() / kPack));

    const std::size_t tile_rows = rows.size() / c.tm;
    const std::size_t tile_cols = words.size() / c.tn;
    const cl_long right_of_rows =
        part == Part::all
            ? std::numeric_limits<cl_long>::max() / 2
            : static_cast<cl_long>(words.first * layout_.lanes) - static_cast<cl_long>(all.first);
    launcher_.launch(
        update_, cl::NDRange(tile_rows * tile_cols * c.update_group()),
        cl::NDRange(c.update_group()), target_.buffer, offset(at(target_, all.first, words.first)),
        offset(ld_), operands_, offset(a_offset), offset(all.size()), b, offset(b_offset),
        offset(ldb), count(via.size()), count(tile_rows), count(tile_cols),
        gap ? count(gap_first / c.tm) : none, count(rows.gap.size() / c.tm), right_of_rows);
}

}  // namespace apsp::opencl
