// A min-plus product of small distances on a processor's matrix unit: C <- min(C, A x B) in bytes,
// where A and B stand as bf16 (backends/exponents.hpp has the encoding, and why it is exact).
//
//              columns 4q, 4q + 2,   4q + 1, 4q + 3     A unit is 32 x 64 results in tiles of 16
//                 +-------+-------+ +-------+-------+   x 16, through up to `terms` pivots, first
//                 | B: 16 pairs   | |               |   one half and then the other. A tile of B
//                 | of pivots     | |               |   has pairs of pivots side by side, and every
//        +------+ +-------+-------+ +-------+-------+   fourth column, so that the sums of a row of
//   rows | A    | | 0     | 1     | |       |       |   four tiles are shifted and blended into 64
//        +------+ +-------+-------+ +-------+-------+   bytes in order. Vectors do so, and join
//        | A    | | 2     | 3     | |       |       |   them to C, while the next unit's sums are
//        +------+ +-------+-------+ +-------+-------+   made.
//
// Sums are exact enough in any order. AMX (tdpbf16ps) sums up the products of even pivots and those
// of odd ones by multiply-adds in f32, adds both, and adds that to the tile. Each step rounds to
// nearest. So a product goes through 18 roundings at most in its instruction, and one in each later
// one: a sum of 1,024 terms is off by less than 2^-18 of itself, where the encoding stands 2^-12.
// Numbers below 2^-126 become 0: operands never are so small, and a sum that tells a distance is
// 2^-67 or more, of which less than 2^-115 is lost. tests/unit/exponents.cpp goes through all
// pairs, with these steps.
//
// On 16 threads of a Xeon, n = 8192 takes 0.14 to 0.17 s (tools/results/xeon/amx.txt). Counted: a
// half's four multiplications through 32 pivots take 64 clocks, its loads
// of tiles 32 beside them. Joining takes 13 micro-operations of vectors per 64 results, two per
// clock, so 208 clocks per unit: with 512 pivots a tenth of the multiplications' 2,048, which hide
// it from 64 pivots on. Measured on Zen 4, n = 8192, 512 pivots, with 16 clocks of other work for
// each multiplication: joining adds 8 % to that, where the rows of C come from memory, and encoding
// takes 6 % besides.
#pragma once

#include <immintrin.h>

#include "backends/cpu/tasks.hpp"
#include "backends/exponents.hpp"
#include "base/instruction_sets.hpp"

namespace apsp::cpu::APSP_ISA {
namespace {

constexpr std::size_t kEdge = 16;                // rows of a tile, and its columns of 32 bits
constexpr std::size_t kUnitRows = 2 * kEdge;     // a panel of A
constexpr std::size_t kUnitColumns = 4 * kEdge;  // a panel of B
constexpr std::size_t kPivots = 32;              // of a tile of A or B
constexpr std::size_t kTileWords = kEdge * kPivots;
constexpr std::size_t kRowsOfTurn = 8;  // of B that are encoded in a turn

/// Where a panel has a pivot: in the first one of its two or four tiles.
constexpr std::size_t place_in_a(std::size_t pivot) {
    return pivot / kPivots * 2 * kTileWords + pivot % kPivots;
}
constexpr std::size_t place_in_b(std::size_t pivot) {
    return pivot / kPivots * 4 * kTileWords + pivot % kPivots / 2 * kPivots;
}

constexpr __mmask32 kOdd = 0xAAAAAAAA;  // words

/// The constants of an encoding, in vectors of 16 bits.
class Encoding {
  public:
    explicit Encoding(const Exponents& e)
        : first_(all(e.first)),
          step_(all(e.step)),
          limit_(all(e.limit)),
          from_(all(e.from)),
          by_(all(e.by)) {}

    /// As Exponents::encode.
    __m512i encode(__m512i distances) const {
        return _mm512_maskz_sub_epi16(_mm512_cmple_epu16_mask(distances, limit_), first_,
                                      _mm512_mullo_epi16(distances, step_));
    }
    /// Of the sums of two tiles, in the even and the odd words: 255 where there is no path.
    __m512i decode(const std::uint32_t* even, const std::uint32_t* odd) const {
        const __m512i halves = _mm512_mask_blend_epi16(
            kOdd, _mm512_srli_epi32(_mm512_load_si512(even), 16), _mm512_load_si512(odd));
        return _mm512_mask_mulhi_epu16(all(255), _mm512_test_epi16_mask(halves, halves),
                                       _mm512_sub_epi16(from_, halves), by_);
    }

  private:
    static __m512i all(std::size_t value) {
        return _mm512_set1_epi16(static_cast<std::int16_t>(value));
    }
    __m512i first_, step_, limit_, from_, by_;
};

/// Tiles of A, the upper and the lower one of each kPivots pivots.
inline void encode_panel(const Encoding& encoding, const std::uint8_t* a, std::size_t lda,
                         std::size_t k, std::uint16_t* to) {
    for (std::size_t p = 0; p < k; p += kPivots) {
        for (std::size_t r = 0; r < kUnitRows; ++r, to += kPivots) {
            const auto* const bytes = reinterpret_cast<const __m256i*>(a + r * lda + p);
            const __m512i distances = _mm512_cvtepu8_epi16(_mm256_loadu_si256(bytes));
            _mm512_store_si512(to, encoding.encode(distances));
        }
    }
}

/// Two rows of B: a line of each tile of each panel. Panels are `stride` elements apart.
inline void encode_pair(const Encoding& encoding, const std::uint8_t* b, std::size_t ldb,
                        std::size_t columns, std::uint16_t* to, std::size_t stride) {
    const __m512i low = _mm512_set1_epi16(255);
    for (std::size_t j = 0; j < columns; j += kUnitColumns, to += stride) {
        const __m512i upper = _mm512_loadu_si512(b + j), lower = _mm512_loadu_si512(b + ldb + j);
        for (std::size_t half = 0; half < 2; ++half) {
            const auto word = [&](__m512i bytes) {
                return encoding.encode(half == 0 ? _mm512_and_si512(bytes, low)
                                                 : _mm512_srli_epi16(bytes, 8));
            };
            const __m512i p = word(upper), q = word(lower);
            std::uint16_t* const tiles = to + half * 2 * kTileWords;
            _mm512_store_si512(tiles, _mm512_mask_blend_epi16(kOdd, p, _mm512_slli_epi32(q, 16)));
            _mm512_store_si512(tiles + kTileWords,
                               _mm512_mask_blend_epi16(kOdd, _mm512_srli_epi32(p, 16), q));
        }
    }
}

/// The sums of a unit, which wait to be joined to C.
struct Waiting {
    alignas(64) std::uint32_t sums[kUnitRows][4][kEdge];
    std::uint8_t* c = nullptr;
    std::size_t joined = kUnitRows;

    /// Joins some rows, and asks for the same ones at `next`.
    void join(const Encoding& encoding, std::size_t ldc, std::size_t rows,
              const std::uint8_t* next) {
        const std::size_t last = kUnitRows - joined < rows ? kUnitRows : joined + rows;
        std::uint8_t* row = c + joined * ldc;
        next += joined * ldc;
        for (std::size_t r = joined; r < last; ++r, row += ldc, next += ldc) {
            __builtin_prefetch(next, 1, 2);
            const __m512i low = encoding.decode(sums[r][0], sums[r][1]);
            const __m512i high = encoding.decode(sums[r][2], sums[r][3]);
            const __m512i found = _mm512_or_si512(low, _mm512_slli_epi16(high, 8));
            _mm512_storeu_si512(row, _mm512_min_epu8(_mm512_loadu_si512(row), found));
        }
        joined = last;
    }
};

/// Tiles: see tensor.cpp.
template <class Tiles>
void run(const Task& task, const Product<std::uint8_t>& product, const Exponents& e,
         const std::uint16_t* a, const std::uint16_t* b) {
    const std::size_t k = product.k, ldc = product.ldc, panels = task.last_panel - task.panel;
    // Sums of 16 take half of a tile's pivots: half its columns or half its rows.
    const std::size_t depth = e.terms < kPivots ? e.terms : kPivots;
    const std::size_t steps = k / depth, most = e.terms / depth;
    const std::size_t together = steps < most ? steps : most;
    const std::size_t rows_per_step = (kUnitRows + together - 1) / together;
    const Encoding encoding(e);
    Tiles tiles(depth);
    Waiting waiting;
    const auto add_half = [&](const std::uint16_t* left, const std::uint16_t* right,
                              const std::uint8_t* c, std::size_t first, std::size_t last,
                              bool back) {
        tiles.template zero<0>();
        tiles.template zero<1>();
        tiles.template zero<2>();
        tiles.template zero<3>();
        for (std::size_t s = first; s < last; ++s) {
            const std::size_t pivot = (back ? first + last - 1 - s : s) * depth;
            const std::uint16_t* const rows = left + place_in_a(pivot);
            const std::uint16_t* const columns = right + place_in_b(pivot);
            tiles.template load<4>(rows);
            tiles.template load<6>(columns);
            tiles.template load<5>(rows + kTileWords);
            tiles.template load<7>(columns + kTileWords);
            tiles.template multiply<0, 4, 6>();
            tiles.template multiply<1, 4, 7>();
            tiles.template multiply<2, 5, 6>();
            tiles.template multiply<3, 5, 7>();
            waiting.join(encoding, ldc, rows_per_step, c);
        }
    };
    // There and back, in panels, halves and pivots: what was read last is still in L1.
    bool back = false;
    for (std::size_t j = task.column; j < task.last_column; j += kUnitColumns) {
        const bool up = j / kUnitColumns % 2 != 0;
        for (std::size_t q = 0; q < panels; ++q, back = !back) {
            const std::size_t panel = up ? task.last_panel - 1 - q : task.panel + q;
            const std::uint16_t* const left = a + (task.range.before + panel) * kUnitRows * k;
            std::uint8_t* const c = product.c + task.range.row_of(panel) * ldc + j;
            for (std::size_t s = 0; s < steps; s += together) {
                const std::size_t last = steps - s < together ? steps : s + together;
                for (const bool second : {back, !back}) {
                    const std::size_t half = second ? 2 : 0;
                    add_half(left, b + j * k + half * kTileWords, c, s, last, second != back);
                    waiting.join(encoding, ldc, kUnitRows, c);
                    tiles.template store<0>(waiting.sums[0][half]);
                    tiles.template store<1>(waiting.sums[0][half + 1]);
                    tiles.template store<2>(waiting.sums[kEdge][half]);
                    tiles.template store<3>(waiting.sums[kEdge][half + 1]);
                }
                waiting.c = c;
                waiting.joined = 0;
            }
        }
    }
    waiting.join(encoding, ldc, kUnitRows, waiting.c);
}

template <class Tiles>
class EncodedProduct {
  public:
    EncodedProduct(const Product<std::uint8_t>& product, const Exponents& e)
        : product_(product),
          exponents_(e),
          encoding_(e),
          a_(static_cast<std::uint16_t*>(product.workspace)),
          b_(a_ + product.rows * product.k) {}

    void pack_b(std::size_t turn) const {
        for (std::size_t p = turn * kRowsOfTurn; p < (turn + 1) * kRowsOfTurn; p += 2) {
            encode_pair(encoding_, product_.b + p * product_.ldb, product_.ldb, product_.cols,
                        b_ + place_in_b(p), product_.k * kUnitColumns);
        }
    }
    void pack_a(std::size_t row, std::size_t panel) const {
        encode_panel(encoding_, product_.a + row * product_.lda, product_.lda, product_.k,
                     a_ + panel * kUnitRows * product_.k);
    }
    void relax(const Task& task) const { run<Tiles>(task, product_, exponents_, a_, b_); }

  private:
    const Product<std::uint8_t>& product_;
    const Exponents& exponents_;
    const Encoding encoding_;
    std::uint16_t *const a_, *const b_;
};

/// As Kernels::update, of distances up to the encoding's limit; the workspace has
/// tensor_workspace_bytes.
template <class Tiles>
void update(const Product<std::uint8_t>& product, const Exponents& e) {
    const EncodedProduct<Tiles> work(product, e);
    relax_in_tasks(product, sizeof(std::uint8_t), kUnitRows, product.k / kRowsOfTurn,
                   steps_of(work));
}

}  // namespace
}  // namespace apsp::cpu::APSP_ISA
