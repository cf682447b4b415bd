#include "backends/opencl/gpu_product.hpp"

#include <algorithm>

#include "backends/opencl/quirks.hpp"
#include "graph/padding.hpp"

namespace apsp::opencl {
namespace {

constexpr std::size_t kLeastDepth = 512;  // pivots, where blocks are smaller

/// The most pivots of one product.
std::size_t depth_of(const EngineOptions& options, const std::vector<std::size_t>& blocks) {
    return std::min(std::max(blocks.front(), kLeastDepth), padded(options.n));
}

}  // namespace

GpuProduct::GpuProduct(Launcher& launcher, const Slabs& slabs, const EngineOptions& options,
                       const std::vector<std::size_t>& blocks, std::string_view pack_file,
                       const KernelOptions& pack_options)
    : launcher_(launcher),
      layout_(options.dtype, options.semiring),
      depth_(depth_of(options, blocks)),
      product_(slabs, layout_, std::get<0>(launcher.kernels(pack_file, pack_options, "pack"))),
      operand_bytes_(operand_bytes(launcher.description(), options, blocks)),
      operands_(launcher.allocate(operand_bytes_)) {
    const GpuConfiguration c = gpu_configuration(launcher.description(), options);
    if (options.terms != 0) {
        tensor_.emplace(launcher, slabs, options.terms,
                        *quirks_of(launcher.description()).tensor_kernels);
    }
    shape_ = {c.tm, c.tn, c.update_group(), {}};
    std::tie(shape_.update) =
        launcher.kernels("update_gpu.cl", c.update_options(options), "update");
}

std::size_t GpuProduct::operand_bytes(const Device& device, const EngineOptions& options,
                                      const std::vector<std::size_t>& blocks) {
    const WordLayout layout(options.dtype, options.semiring);
    const SlabLayout slabs = slab_layout(device, options);
    const std::size_t n = padded(options.n), ld = slabs.bits ? slabs.words(n) : n / layout.lanes;
    const std::size_t rows = options.rows(), depth = depth_of(options, blocks);
    // A, or the A of a block's own rows and a copy of B. Tiles that are wider than the matrix's
    // padding relax more columns than asked for, so that B may have to be copied for any rows.
    const bool wide = layout.lanes * gpu_configuration(device, options).tn > kPadding;
    const std::size_t bytes =
        (wide ? rows + ld : std::max(rows, depth + ld)) * depth * layout.word_bytes;
    return options.terms == 0 ? bytes : std::max(bytes, Tensor::operand_bytes(rows, n, depth));
}

void GpuProduct::update(const View& c, const View& a, const View& b, Part part) {
    if (tensor_ && tensor_->takes(c, a)) {
        const std::size_t fit =
            operand_bytes_ / Tensor::operand_bytes(c.rows.all.size(), c.cols.size(), 1);
        return tensor_->update(launcher_, c, a, b, part, operands_, operands_,
                               std::min(depth_, fit));
    }
    // Columns are rounded to whole tiles. Where a tile is wider than kPadding, more than asked for
    // are relaxed, which does no harm.
    const std::size_t tile = shape_.words * layout_.lanes;
    const Range words = {c.cols.first / tile * shape_.words,
                         (c.cols.last + tile - 1) / tile * shape_.words};
    const Range closed = closed_tiles(c, a, b, words.first * layout_.lanes, tile);
    // B is read in place, unless the product writes its rows; then B is read from a copy in front
    // of A. As many pivots at a time as there is memory for.
    const bool copied = writes(c, b);
    const std::size_t a_bytes = c.rows.all.size() * layout_.word_bytes;
    const std::size_t b_bytes = copied ? words.size() * layout_.memory_bytes : 0;
    const std::size_t fit = operand_bytes_ / (a_bytes + b_bytes) / kSquare * kSquare;
    const std::size_t depth = std::min(depth_, fit);
    if (depth == 0) {
        throw Error(ErrorKind::internal, "a product's operands are larger than was planned");
    }
    for (std::size_t k = 0; k < a.cols.size(); k += depth) {
        const Range pivots = {k, std::min(k + depth, a.cols.size())};
        const auto place = [&](const Words& right, std::size_t at, std::size_t) {
            if (!copied) return Operands<cl::Buffer>{operands_};
            launcher_.copy_rectangle(
                right.memory, {at % right.ld * layout_.memory_bytes, at / right.ld},
                right.ld * layout_.memory_bytes, operands_, b_bytes, pivots.size());
            return Operands<cl::Buffer>{operands_, pivots.size() * b_bytes / layout_.word_bytes,
                                        &operands_};
        };
        product_.launch(launcher_, shape_, c, columns_of(a, pivots), rows_of(b, pivots), part,
                        words, closed, place);
    }
}

}  // namespace apsp::opencl
