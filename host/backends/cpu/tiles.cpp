// Closing tiles and relaxing rectangles, in slabs of the host's memory.
//
// Over or_and an element is a word of bits, and one instruction relaxes as many vertices as a
// vector has bits. Columns of such a product are rounded outwards to whole vectors: extra
// relaxations do no harm.
#include <omp.h>

#include "backends/cpu/engine.hpp"
#include "backends/cpu/transpose.hpp"

namespace apsp::cpu {
namespace {

template <class T>
class HostTiles final : public Tiles {
  public:
    HostTiles(const EngineOptions& options, const Slabs& slabs)
        : kernels_(find_kernels<T>(options)),
          slabs_(slabs),
          blocks_(choose_blocks(options)),
          threads_(omp_get_max_threads()),
          workspace_(allocate_host(operand_bytes<T>(options, blocks_))) {}

    std::span<const std::size_t> blocks() const override { return blocks_; }

    void close(const View& square) override {
        kernels_.close(slabs_.at<T>(square), row_elements<T>(square.slab.ld), square.cols.size());
    }

    void update(const View& c, const View& a, const View& b, Part part) override {
        for (std::size_t k = 0; k < a.cols.size(); k += blocks_.front()) {
            const Range pivots = {k, std::min(k + blocks_.front(), a.cols.size())};
            if (c.rows.gap.size() == 0) {
                multiply(c, a, b, c.rows.all, pivots, part);
            } else {
                multiply(c, a, b, {c.rows.all.first, c.rows.gap.first}, pivots, part);
                multiply(c, a, b, {c.rows.gap.last, c.rows.all.last}, pivots, part);
            }
        }
    }

    void mirror(const View& view) override { transpose(view, mirrored(view), true); }
    void transpose(const View& to, const View& from) override { transpose(to, from, false); }

  private:
    /// If `below`, only for places below the diagonal of the matrix.
    void transpose(const View& to, const View& from, bool below) {
        if constexpr (kVertices<T> == 1) {  // bits have no form with half the work
            const Range rows = to.rows.all, cols = to.cols;
            const std::size_t diagonal = to.slab.first;
#pragma omp parallel for schedule(dynamic) num_threads(threads_)
            for (std::size_t i = rows.first; i < rows.last; i += kSquare) {
                const std::size_t last =
                    below ? std::min(cols.last, diagonal + i + kSquare) : cols.last;
                for (std::size_t j = cols.first; j < last; j += kSquare) {
                    transpose_square(slabs_.at<T>(to.slab, i, j), to.slab.ld,
                                     slabs_.at<T>(from.slab, from.rows.all.first + j - cols.first,
                                                  from.cols.first + i - rows.first),
                                     from.slab.ld, below && diagonal + i == j);
                }
            }
        }
    }

    /// Relaxes some rows of C through some pivots.
    void multiply(const View& c, const View& a, const View& b, Range rows, Range pivots,
                  Part part) {
        // Left of the diagonal nothing is wanted.
        const std::size_t diagonal = c.slab.first + rows.first;
        const std::size_t left = part == Part::upper
                                     ? std::max(c.cols.first, diagonal / kPadding * kPadding)
                                     : c.cols.first / kWidth<T> * kWidth<T>;
        if (rows.size() == 0 || left >= c.cols.last) return;
        kernels_.update({
            .c = slabs_.at<T>(c.slab, rows.first, left),
            .ldc = row_elements<T>(c.slab.ld),
            .rows = rows.size(),
            .cols = row_elements<T>(c.cols.last - left),
            .a = slabs_.at<T>(a.slab, rows.first - c.rows.all.first + a.rows.all.first,
                              a.cols.first + pivots.first),
            .lda = row_elements<T>(a.slab.ld),
            .b = slabs_.at<T>(b.slab, b.rows.all.first + pivots.first,
                              b.cols.first + left - c.cols.first),
            .ldb = row_elements<T>(b.slab.ld),
            .k = pivots.size(),
            .below = part == Part::all ? kNoneBelow
                                       : static_cast<std::ptrdiff_t>(diagonal) -
                                             static_cast<std::ptrdiff_t>(left),
            .workspace = workspace_.get(),
            .threads = threads_,
            .stopped = stopped,
            .stop = &stop_token(),
        });
        check_stop();
    }

    const Kernels<T>& kernels_;
    const Slabs& slabs_;
    std::vector<std::size_t> blocks_;
    int threads_;
    HostMemory workspace_;  // the packed operands of one update
};

}  // namespace

std::unique_ptr<Tiles> make_tiles(const EngineOptions& options, const Slabs& slabs) {
    return visit_elements(options, [&](auto zero) -> std::unique_ptr<Tiles> {
        return std::make_unique<HostTiles<decltype(zero)>>(options, slabs);
    });
}

}  // namespace apsp::cpu
