// Closing tiles and relaxing rectangles of numbers, in the host's matrix.
#include <omp.h>

#include "backends/cpu/engine.hpp"
#include "backends/cpu/predecessors.hpp"
#include "backends/cpu/transpose.hpp"

namespace apsp::cpu {
namespace {

template <class T>
class TileEngine final : public InPlaceEngine {
  public:
    explicit TileEngine(const EngineOptions& options)
        : InPlaceEngine(choose_blocks(options)),
          kernels_(find_kernels<T>(options)),
          semiring_(options.semiring),
          threads_(omp_get_max_threads()) {}

    void upload(Matrix& matrix) override {
        data_ = static_cast<T*>(matrix.data());
        n_ = matrix.n();
        ld_ = matrix.ld();
        fill_padding<T>(matrix, semiring_);
        workspace_ = allocate(operand_bytes<T>(ld_, blocks_));
    }

    void relax(std::size_t) override { not_in_this_engine(); }

    void close(Range tile) override {
        kernels_.close(data_ + tile.first * (ld_ + 1), ld_, tile.size());
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

    std::size_t negative_diagonal() override {
        return find_negative(data_, n_, ld_);
    }
    void predecessors(const TightArcs& arcs, Matrix& predecessors) override {
        cpu::find_predecessors(kernels_, data_, arcs, threads_, predecessors);
    }

  private:
    void multiply(Range rows, Range via, Range cols, Part part) {
        if (part == Part::upper) {
            cols.first = std::max(cols.first, rows.first / Matrix::kPadding * Matrix::kPadding);
        }
        if (rows.size() == 0 || cols.first >= cols.last) return;
        T* const first_row = data_ + rows.first * ld_;
        kernels_.update({
            .c = first_row + cols.first,
            .ldc = ld_,
            .rows = rows.size(),
            .cols = cols.size(),
            .a = first_row + via.first,
            .lda = ld_,
            .b = data_ + via.first * ld_ + cols.first,
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
    Workspace workspace_;  // the packed operands of one update
    T* data_ = nullptr;
    std::size_t n_ = 0;
    std::size_t ld_ = 0;
};

}  // namespace

std::unique_ptr<Engine> open_tile_engine(const EngineOptions& options) {
    return visit(options.dtype, [&](auto zero) -> std::unique_ptr<Engine> {
        return std::make_unique<TileEngine<decltype(zero)>>(options);
    });
}

}  // namespace apsp::cpu
