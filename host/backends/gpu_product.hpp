// The semiring product C <- C (+) A (x) B on OpenCL and CUDA, by pack_gpu.h or bits_gpu.cl and
// update_gpu.cl. gpu_queue.hpp describes Queue and Slabs.
#pragma once

#include <limits>

#include "algorithms/view.hpp"
#include "backends/gpu_slabs.hpp"
#include "backends/kernel_shapes.hpp"

namespace apsp {

/// How elements lie in the words that kernels for GPUs compute with: see kernels_cl/words_gpu.h.
struct WordLayout {
    WordLayout(Dtype dtype, Semiring semiring)
        : lanes(1), word_bytes(size_of(dtype)), memory_bytes(word_bytes) {
        if (semiring == Semiring::or_and) {
            lanes = 32;
            word_bytes = memory_bytes = 4;
        } else if (word_bytes < 4) {
            lanes = 2;
            memory_bytes = 2 * word_bytes;
            word_bytes = 4;
        }
    }

    /// Whether rows of the matrix consist of words as registers hold them.
    bool in_words() const { return word_bytes == memory_bytes; }

    /// Vertices per element of the matrix, as kernels take it that need no words.
    std::size_t elements() const { return lanes == 32 ? 32 : 1; }

    std::size_t lanes;         ///< Vertices per word.
    std::size_t word_bytes;    ///< Of a word in registers and in packed operands.
    std::size_t memory_bytes;  ///< Of a word in the matrix.
};

/// A way of cutting a product: each group has a tile of rows x words.
template <class Kernel>
struct ProductShape {
    std::size_t rows, words, group;
    Kernel update;
};

/// Where a product's operands are: A, k-major, from a word on, and B if it was copied, likewise.
template <class Memory>
struct Operands {
    const Memory& a;
    std::size_t a_at = 0;
    const Memory* b = nullptr;
    std::size_t b_at = 0;
};

/// Some pivots' columns of A, and their rows of B.
inline View columns_of(const View& a, Range pivots) {
    return {a.slab, a.rows, shifted(pivots, 0, a.cols.first)};
}
inline View rows_of(const View& b, Range pivots) {
    return {b.slab, {shifted(pivots, 0, b.rows.all.first)}, b.cols};
}

template <GpuQueue Queue, class Slabs>
class GpuProduct {
  public:
    using Memory = typename Queue::Memory;

    GpuProduct(const Slabs& slabs, const WordLayout& layout, typename Queue::Kernel pack)
        : slabs_(slabs), layout_(layout), pack_(std::move(pack)) {}

    /// Launches a product of these words of C's rows, but for the tiles of columns that are
    /// `closed`. `place` gets B, where it begins, in words, and how many words its rows have; it
    /// copies B if it cannot be read in place. `end` are arguments that the kernel has in addition.
    template <class Lane, class Shape, class Place, class... End>
    void launch(Lane& lane, Shape& shape, const View& c, const View& a, const View& b, Part part,
                Range words, Range closed, Place&& place, const End&... end) {
        const Range all = c.rows.all, gap = c.rows.gap;
        const auto gap_at = [&](std::size_t unit) {
            return gap.size() != 0 ? count((gap.first - all.first) / unit) : ~std::uint32_t{0};
        };
        const std::size_t tile_rows = c.rows.size() / shape.rows;
        const std::size_t tile_cols =
            (words.size() + shape.words - 1) / shape.words - closed.size();
        if (tile_rows == 0 || tile_cols == 0) return;

        const auto to = slabs_.words(c.slab, layout_.lanes),
                   left = slabs_.words(a.slab, layout_.elements()),
                   right = slabs_.words(b.slab, layout_.lanes);
        const std::uint64_t right_at = right.at(b) - (c.cols.first / layout_.lanes - words.first);
        const Operands<Memory> operands = place(right, right_at, words.size());

        static_assert(kPadding % kSquare == 0);
        const std::size_t deep = a.cols.size() / kSquare;
        lane.launch(pack_, {c.rows.size() / kSquare * deep * kPackItems}, {kPackItems}, left.memory,
                    left.at(a), offset(left.ld), operands.a, offset(operands.a_at),
                    offset(all.size()), count(deep), gap_at(kSquare), count(gap.size() / kSquare));

        const std::int64_t right_of_rows =
            part == Part::all ? std::numeric_limits<std::int64_t>::max() / 2
                              : static_cast<std::int64_t>(words.first * layout_.lanes) -
                                    static_cast<std::int64_t>(c.slab.first + all.first);
        lane.launch(
            shape.update, {tile_rows * tile_cols * shape.group}, {shape.group}, to.memory,
            to.at(all.first, 0) + words.first, offset(to.ld), operands.a, offset(operands.a_at),
            offset(all.size()), operands.b != nullptr ? *operands.b : right.memory,
            operands.b != nullptr ? offset(operands.b_at) : right_at,
            offset(operands.b != nullptr ? words.size() : right.ld), count(a.cols.size()),
            count(tile_rows), count(tile_cols), gap_at(shape.rows), count(gap.size() / shape.rows),
            count(closed.first), count(closed.size()), right_of_rows, end...);
    }

  private:
    const Slabs& slabs_;
    WordLayout layout_;
    typename Queue::Kernel pack_;
};

}  // namespace apsp
