// Reachability in bits: one instruction relaxes as many vertices as a vector has bits.
//
// The host's matrix of bytes, 0 or 1, is packed to bits by `upload`, and gets the closure by
// `download`. Columns of a product are rounded outwards to kBitColumns words: further relaxations
// do no harm, and the padding is zero.
#include <omp.h>

#include <cstring>

#include "backends/cpu/engine.hpp"
#include "graph/padding.hpp"

namespace apsp::cpu {
namespace {

constexpr std::size_t kByteBits = 8;

// Eight bytes of 0 or 1 to eight bits and back, the first one lowest (on little-endian processors),
// by multiplying: each byte's bit meets the place that it belongs to once.
std::uint8_t pack_bytes(const std::uint8_t* bytes) {
    std::uint64_t eight = 0;
    std::memcpy(&eight, bytes, sizeof eight);
    return static_cast<std::uint8_t>(eight * 0x0102040810204080 >> 56);
}
void unpack_bits(std::uint8_t bits, std::uint8_t* bytes) {
    const std::uint64_t apart = std::uint64_t{bits} * 0x0101010101010101 & 0x8040201008040201;
    const std::uint64_t eight = (apart + 0x7F7F7F7F7F7F7F7F) >> 7 & 0x0101010101010101;
    std::memcpy(bytes, &eight, sizeof eight);
}

class BitEngine final : public InPlaceEngine {
  public:
    explicit BitEngine(const EngineOptions& options)
        : InPlaceEngine(choose_blocks(options)),
          kernels_(find_kernels<Bits>(options)),
          threads_(omp_get_max_threads()) {}

    void upload(Matrix& matrix) override {
        matrix_ = &matrix;
        ld_ = matrix.ld();
        words_ = bit_words(ld_);
        fill_padding(matrix, Semiring::or_and);
        bits_ = allocate_host(ld_ * words_ * sizeof(Bits));
        workspace_ = allocate_host(operand_bytes<Bits>(ld_, ld_, blocks_));
#pragma omp parallel for schedule(static) num_threads(threads_)
        for (std::size_t i = 0; i < ld_; ++i) {
            std::uint8_t* const to = row_bits(i);
            for (std::size_t j = 0; j < ld_; j += kByteBits) {
                to[j / kByteBits] = pack_bytes(row_bytes(i) + j);
            }
            std::fill(to + ld_ / kByteBits, to + words_ * sizeof(Bits), std::uint8_t{0});
        }
    }

    void download() override {
#pragma omp parallel for schedule(static) num_threads(threads_)
        for (std::size_t i = 0; i < matrix_->n(); ++i) {
            for (std::size_t j = 0; j < ld_; j += kByteBits) {
                unpack_bits(row_bits(i)[j / kByteBits], row_bytes(i) + j);
            }
        }
    }

    void relax(std::size_t) override {
        not_in_this_engine();
    }

    void close(Range tile) override {
        kernels_.close(word(tile.first, tile.first), words_, tile.size());
    }

    void update(const Rows& rows, Range via, Range cols, Part) override {
        for (std::size_t k = via.first; k < via.last; k += blocks_.front()) {
            const Range pivots = {k, std::min(k + blocks_.front(), via.last)};
            if (rows.gap.size() == 0) {
                multiply(rows.all, pivots, cols);
            } else {
                multiply({rows.all.first, rows.gap.first}, pivots, cols);
                multiply({rows.gap.last, rows.all.last}, pivots, cols);
            }
        }
    }

    /// Nothing is left out of `update` that would have to be mirrored.
    void mirror(Range, Range) override {}
    void predecessors(const TightArcs&, Matrix&) override {
        not_in_this_engine();
    }

  private:
    static std::size_t round_up(std::size_t words) {
        return (words + kBitColumns - 1) / kBitColumns * kBitColumns;
    }

    Bits* word(std::size_t row, std::size_t column) const {
        return static_cast<Bits*>(bits_.get()) + row * words_ + column / kBitsPerWord;
    }
    std::uint8_t* row_bits(std::size_t row) const {
        return reinterpret_cast<std::uint8_t*>(word(row, 0));
    }
    std::uint8_t* row_bytes(std::size_t row) const {
        return static_cast<std::uint8_t*>(matrix_->data()) + row * ld_;
    }

    void multiply(Range rows, Range via, Range cols) {
        constexpr std::size_t kVertices = kBitColumns * kBitsPerWord;
        const std::size_t first = cols.first / kVertices * kVertices;
        if (rows.size() == 0 || cols.size() == 0) return;
        kernels_.update({
            .c = word(rows.first, first),
            .ldc = words_,
            .rows = rows.size(),
            .cols = round_up((cols.last - first) / kBitsPerWord),
            .a = word(rows.first, via.first),
            .lda = words_,
            .b = word(via.first, first),
            .ldb = words_,
            .k = via.size(),
            .below = kNoneBelow,
            .workspace = workspace_.get(),
            .threads = threads_,
        });
    }

    const Kernels<Bits>& kernels_;
    int threads_;
    HostMemory bits_;       // rows of `words_` words
    HostMemory workspace_;  // the packed operands of one update
    Matrix* matrix_ = nullptr;
    std::size_t ld_ = 0;
    std::size_t words_ = 0;
};

}  // namespace

std::unique_ptr<Engine> open_bit_engine(const EngineOptions& options) {
    return std::make_unique<BitEngine>(options);
}

}  // namespace apsp::cpu
