// Min-plus products of small distances on tensor cores, on OpenCL and CUDA, by tensor_gpu.cl,
// or tensor_amd.cl. gpu_queue.hpp describes Queue and Slabs.
#pragma once

#include <algorithm>
#include <optional>

#include "backends/exponents.hpp"
#include "backends/gpu_product.hpp"

namespace apsp {

/// Bytes in the matrix, exponents as operands.
inline WordLayout tensor_layout() {
    WordLayout layout(Dtype::u8, Semiring::min_plus);
    layout.lanes = layout.memory_bytes = 1;
    layout.word_bytes = sizeof(std::uint16_t);
    return layout;
}
/// What the kernels are built with.
inline KernelOptions tensor_options(const Exponents& e, const TensorKernels& kernels = kTensorGpu) {
    return {Dtype::u8,
            Semiring::min_plus,
            {{"TERMS", e.terms},
             {"FIRST", e.first},
             {"STEP", e.step},
             {"LIMIT", e.limit},
             {"FROM", e.from},
             {"BY", e.by},
             {"TILE", kExponentTile},
             {"KD", kExponentDepth},
             {"WG", kernels.items},
             {"PT", kSquare},
             {"PACK_GROUP", kPackItems}}};
}

template <GpuQueue Queue, class Slabs>
class GpuTensorProduct {
  public:
    using Memory = typename Queue::Memory;
    using Kernel = typename Queue::Kernel;

    GpuTensorProduct(Queue& queue, const Slabs& slabs, std::size_t terms,
                     const TensorKernels& kernels = kTensorGpu)
        : exponents_(*std::ranges::find(kExponents, terms, &Exponents::terms)) {
        auto [columns, rows, update] =
            queue.kernels(kernels.file, tensor_options(exponents_, kernels), "encode_columns",
                          "encode_rows", "update");
        encode_rows_ = std::move(rows);
        shape_ = {kExponentTile, kExponentTile, kernels.items, std::move(update)};
        product_.emplace(slabs, tensor_layout(), std::move(columns));
    }

    /// Of the operands A and B of a product with so many rows, columns and pivots.
    static std::size_t operand_bytes(std::size_t rows, std::size_t columns, std::size_t pivots) {
        return (rows + columns) * pivots * sizeof(std::uint16_t);
    }
    /// Whether it can take a product: it has whole tiles, and pivots enough to pay.
    bool takes(const View& c, const View& a) const {
        const Range all = c.rows.all, gap = c.rows.gap;
        const auto whole = [](std::size_t edge) { return edge % kExponentTile == 0; };
        return whole(a.cols.size()) && whole(all.size()) && whole(gap.size()) &&
               (gap.size() == 0 || whole(gap.first - all.first));
    }

    /// As Tiles::update, of what it takes, with at most `depth` pivots at a time. The operands are
    /// put into `left` and `right`; if that is one piece of memory, B is behind A.
    template <class Lane>
    void update(Lane& lane, const View& c, const View& a, const View& b, Part part,
                const Memory& left, const Memory& right, std::size_t depth) {
        // Sums of fewer terms are joined by maxima.
        if (exponents_.terms > kExponentTile) depth = std::min(depth, exponents_.terms);
        depth = depth / kExponentTile * kExponentTile;
        if (depth == 0) {
            throw Error(ErrorKind::internal, "a product's operands are larger than was planned");
        }
        for (std::size_t k = 0; k < a.cols.size(); k += depth) {
            const Range pivots = {k, std::min(k + depth, a.cols.size())};
            multiply(lane, c, columns_of(a, pivots), rows_of(b, pivots), part, left, right);
        }
    }

  private:
    template <class Lane>
    void multiply(Lane& lane, const View& c, const View& a, const View& b, Part part,
                  const Memory& left, const Memory& right) {
        const Range closed = closed_tiles(c, a, b, c.cols.first, kExponentTile);
        const std::size_t right_at = &left == &right ? c.rows.all.size() * a.cols.size() : 0;
        const auto place = [&](const auto& from, std::uint64_t at, std::size_t columns) {
            constexpr std::size_t kEach = 8 * kPackItems;
            lane.launch(encode_rows_, {(columns + kEach - 1) / kEach * kPackItems, b.rows.size()},
                        {kPackItems, 1}, from.memory, at, offset(from.ld), right, offset(right_at),
                        offset(columns), count(columns));
            return Operands<Memory>{left, 0, &right, right_at};
        };
        product_->launch(lane, shape_, c, a, b, part, c.cols, closed, place);
    }

    const Exponents& exponents_;
    Kernel encode_rows_;
    ProductShape<Kernel> shape_;
    std::optional<GpuProduct<Queue, Slabs>> product_;
};

}  // namespace apsp
