// Closing tiles and relaxing rectangles of numbers, in the host's matrix.
#include <omp.h>

#include "backends/cpu/engine.hpp"
#include "backends/cpu/predecessors.hpp"
#include "backends/cpu/transpose.hpp"
#include "base/parallel_copy.hpp"
#include "graph/padding.hpp"

namespace apsp::cpu {
namespace {

template <class T>
class TileEngine final : public InPlaceEngine {
  public:
    explicit TileEngine(const EngineOptions& options)
        : InPlaceEngine(choose_blocks(options)),
          kernels_(find_kernels<T>(options)),
          semiring_(options.semiring),
          threads_(omp_get_max_threads()),
          rows_(options.rows()),
          n_(options.n),
          ld_(padded(options.n)) {}

    void upload(Matrix& matrix) override {
        data_ = static_cast<T*>(matrix.data());
        target_ = source_ = {data_, 0};
        fill_padding(matrix, semiring_);
        workspace_ = allocate_host(operand_bytes<T>(rows_, ld_, blocks_));
    }

    void hold(const std::vector<Stripe>& stripes) override {
        stripes_ = stripes;
        workspace_ = allocate_host(operand_bytes<T>(rows_, ld_, blocks_));
    }
    void place(std::size_t stripe, Range rows) override { stripes_[stripe].rows = rows; }
    void work_on(std::size_t target, std::size_t source) override {
        target_ = rows_of(target);
        source_ = rows_of(source);
    }
    void put(std::size_t stripe, const Piece& piece, const void* host, Mark) override {
        T* const to = rows_of(stripe).row(piece.rows.first, ld_) + piece.cols.first;
        const std::size_t width = piece.cols.size() * sizeof(T);
        if (to != host) copy_rows(to, ld_ * sizeof(T), host, width, width, piece.rows.size());
    }
    void get(std::size_t stripe, const Piece& piece, void* host, Mark) override {
        const T* const from = rows_of(stripe).row(piece.rows.first, ld_) + piece.cols.first;
        const std::size_t width = piece.cols.size() * sizeof(T);
        if (from != host) copy_rows(host, width, from, ld_ * sizeof(T), width, piece.rows.size());
    }

    void relax(std::size_t) override { not_in_this_engine(); }

    void close(Range tile) override {
        kernels_.close(target_.row(tile.first, ld_) + tile.first, ld_, tile.size());
    }

    void update(const Rows& rows, Range via, Range cols, Part part) override {
        for (std::size_t k = via.first; k < via.last; k += blocks_.front()) {
            const Range pivots = {k, std::min(k + blocks_.front(), via.last)};
            if (rows.gap.size() == 0) {
                multiply(rows.all, pivots, cols, part);
            } else {
                multiply({rows.all.first, rows.gap.first}, pivots, cols, part);
                multiply({rows.gap.last, rows.all.last}, pivots, cols, part);
            }
        }
    }

    void mirror(Range rows, Range cols) override {
#pragma omp parallel for schedule(dynamic) num_threads(threads_)
        for (std::size_t i = rows.first; i < rows.last; i += kSquare) {
            for (std::size_t j = cols.first; j < std::min(cols.last, i + kSquare); j += kSquare) {
                mirror_square(data_ + i * ld_ + j, data_ + j * ld_ + i, ld_, i == j);
            }
        }
    }
    void predecessors(const TightArcs& arcs, Matrix& predecessors) override {
        cpu::find_predecessors(kernels_, data_, arcs, threads_, predecessors);
    }

  private:
    /// Rows of the matrix, from `first` on.
    struct PlacedRows {
        T* data = nullptr;
        std::size_t first = 0;
        T* row(std::size_t i, std::size_t ld) const { return data + (i - first) * ld; }
    };
    PlacedRows rows_of(std::size_t stripe) const {
        return {static_cast<T*>(stripes_[stripe].host), stripes_[stripe].rows.first};
    }

    void multiply(Range rows, Range via, Range cols, Part part) {
        if (part == Part::upper) {
            cols.first = std::max(cols.first, rows.first / kPadding * kPadding);
        }
        if (rows.size() == 0 || cols.first >= cols.last) return;
        T* const first_row = target_.row(rows.first, ld_);
        kernels_.update({
            .c = first_row + cols.first,
            .ldc = ld_,
            .rows = rows.size(),
            .cols = cols.size(),
            .a = first_row + via.first,
            .lda = ld_,
            .b = source_.row(via.first, ld_) + cols.first,
            .ldb = ld_,
            .k = via.size(),
            .below = part == Part::all ? kNoneBelow
                                       : static_cast<std::ptrdiff_t>(rows.first) -
                                             static_cast<std::ptrdiff_t>(cols.first),
            .workspace = workspace_.get(),
            .threads = threads_,
        });
    }

    const Kernels<T>& kernels_;
    Semiring semiring_;
    int threads_;
    HostMemory workspace_;  // the packed operands of one update
    std::size_t rows_;      // that operations can concern
    std::size_t n_;
    std::size_t ld_;
    std::vector<Stripe> stripes_;
    PlacedRows target_, source_;
    T* data_ = nullptr;  // of a matrix in one piece
};

}  // namespace

std::unique_ptr<Engine> open_tile_engine(const EngineOptions& options) {
    return visit(options.dtype, [&](auto zero) -> std::unique_ptr<Engine> {
        return std::make_unique<TileEngine<decltype(zero)>>(options);
    });
}

}  // namespace apsp::cpu
