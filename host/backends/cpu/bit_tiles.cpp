// Reachability in bits: one instruction relaxes as many vertices as a vector has bits.
//
// `pack` packs the slab's bytes, 0 or 1, into bits, and `unpack` writes the closure back to them.
// Columns of a product are rounded outwards to kBitColumns words: extra relaxations do no harm, and
// the padding is zero.
#include <omp.h>

#include <cstring>

#include "backends/cpu/engine.hpp"

namespace apsp::cpu {
namespace {

constexpr std::size_t kByteBits = 8;

// These convert eight bytes of 0 or 1 to eight bits and back, the first one lowest (on
// little-endian processors), by a multiplication that moves each byte's bit to its place exactly
// once.
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

class PackedBits final : public BitTiles {
  public:
    PackedBits(const EngineOptions& options, const Slabs& slabs)
        : kernels_(find_kernels<Bits>(options)),
          slabs_(slabs),
          blocks_(choose_blocks(options)),
          threads_(omp_get_max_threads()),
          ld_(padded(options.n)),
          words_(bit_words(ld_)),
          bits_(allocate_host(ld_ * words_ * sizeof(Bits))),
          workspace_(allocate_host(operand_bytes<Bits>(ld_, ld_, blocks_))) {}

    std::span<const std::size_t> blocks() const override { return blocks_; }

    void pack() override {
#pragma omp parallel for schedule(static) num_threads(threads_)
        for (std::size_t i = 0; i < ld_; ++i) {
            const std::uint8_t* const from = row_bytes(i);
            std::uint8_t* const to = row_bits(i);
            for (std::size_t j = 0; j < ld_; j += kByteBits) {
                to[j / kByteBits] = pack_bytes(from + j);
            }
            std::fill(to + ld_ / kByteBits, to + words_ * sizeof(Bits), std::uint8_t{0});
        }
    }

    void unpack() override {
#pragma omp parallel for schedule(static) num_threads(threads_)
        for (std::size_t i = 0; i < ld_; ++i) {
            std::uint8_t* const to = row_bytes(i);
            for (std::size_t j = 0; j < ld_; j += kByteBits) {
                unpack_bits(row_bits(i)[j / kByteBits], to + j);
            }
        }
    }

    void close(const View& square) override {
        kernels_.close(word(square.rows.all.first, square.cols.first), words_, square.cols.size());
    }

    void update(const View& c, const View& a, const View& b, Part) override {
        for (std::size_t k = 0; k < a.cols.size(); k += blocks_.front()) {
            const Range pivots = {k, std::min(k + blocks_.front(), a.cols.size())};
            const Range via = shifted(pivots, 0, b.rows.all.first);
            if (c.rows.gap.size() == 0) {
                multiply(c.rows.all, via, c.cols);
            } else {
                multiply({c.rows.all.first, c.rows.gap.first}, via, c.cols);
                multiply({c.rows.gap.last, c.rows.all.last}, via, c.cols);
            }
        }
    }

    /// `update` leaves out nothing that would have to be mirrored.
    void mirror(const View&) override {}

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
        return slabs_.matrix<std::uint8_t>() + row * ld_;
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
            .stopped = stopped,
            .stop = &stop_token(),
        });
        check_stop();
    }

    const Kernels<Bits>& kernels_;
    const Slabs& slabs_;
    std::vector<std::size_t> blocks_;
    int threads_;
    std::size_t ld_;
    std::size_t words_;  // of a row
    HostMemory bits_;
    HostMemory workspace_;  // the packed operands of one update
};

}  // namespace

std::unique_ptr<BitTiles> make_bit_tiles(const EngineOptions& options, const Slabs& slabs) {
    return std::make_unique<PackedBits>(options, slabs);
}

}  // namespace apsp::cpu
