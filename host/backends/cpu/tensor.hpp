// A min-plus product of small distances on a processor's matrix unit: C <- min(C, A x B) in bytes,
// where A and B stand as bf16 (backends/exponents.hpp has the encoding, and why it is exact).
//
//                 columns, even | odd         A unit is 32 x 32 results in four tiles, through up
//                 +-------+-------+           to `terms` pivots. An instruction adds the products
//                 | B: 16 pairs   |           of 16 x 32 elements of A and 32 x 16 of B. A tile of
//                 | of pivots     |           B has pairs of pivots side by side, and every other
//        +------+ +-------+-------+           column of the panel, so that the sums of two tiles
//   rows | A    | | 0     | 1     |           become a row of bytes in order.
//        +------+ +-------+-------+
//        | A    | | 2     | 3     |           While the unit works, vectors join the sums of the
//        +------+ +-------+-------+           unit before to C.
//
// Sums are exact enough in any order: AMX (tdpbf16ps) adds products of even pivots and those of odd
// ones by multiply-adds in f32, then both to the sum before. Each addition rounds to nearest, so a
// sum of `terms` is off by less than terms * 2^-23 of itself; the encoding stands four times that.
// Numbers below 2^-126 become 0: operands never are so small, and of a sum that tells a distance,
// which is 2^-70 or more, less than 2^-116 is lost. tests/unit/exponents.cpp goes through all
// pairs, with these additions.
//
// Per 32 x 32 results and 32 pivots, by the manuals: four multiplications take 64 clocks, and four
// loads of tiles 32, beside them. Joining takes 8 instructions of vectors per 32 results, two per
// clock, so 128 clocks per unit: of a depth of 512, an eighth of the multiplications' 1,024, which
// hide it from two instructions on. Encoding both operands takes about 0.16 clocks per element, 2 %
// of a product with n = 8192.
#pragma once

#include <immintrin.h>

#include "backends/cpu/tasks.hpp"
#include "backends/exponents.hpp"

namespace apsp::cpu::APSP_ISA {
namespace {

constexpr std::size_t kEdge = 16;         // rows of a tile, and its columns of 32 bits
constexpr std::size_t kUnit = 2 * kEdge;  // rows of a panel of A, columns of one of B
constexpr std::size_t kPivots = 32;       // of a tile of A or B
constexpr std::size_t kTileWords = kEdge * kPivots;
constexpr std::size_t kRowsOfTurn = 8;  // of B that are encoded in a turn

/// Where a panel has a pivot: the upper or left one of two tiles.
constexpr std::size_t place_in_a(std::size_t pivot) {
    return pivot / kPivots * 2 * kTileWords + pivot % kPivots;
}
constexpr std::size_t place_in_b(std::size_t pivot) {
    return pivot / kPivots * 2 * kTileWords + pivot % kPivots / 2 * kPivots;
}

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
    /// Joins 32 sums, those of even columns and those of odd ones, to a row of C.
    void join(const std::uint32_t* even, const std::uint32_t* odd, std::uint8_t* c) const {
        const __m512i halves = _mm512_mask_blend_epi16(
            0xAAAAAAAA, _mm512_srli_epi32(_mm512_load_si512(even), 16), _mm512_load_si512(odd));
        const __m512i found = _mm512_mulhi_epu16(_mm512_sub_epi16(from_, halves), by_);
        auto* const at = reinterpret_cast<__m256i*>(c);
        const __m256i before = _mm256_loadu_si256(at);
        _mm256_storeu_si256(at, _mm256_mask_min_epu8(before, _mm512_test_epi16_mask(halves, halves),
                                                     before, _mm512_cvtepi16_epi8(found)));
    }

  private:
    static __m512i all(std::size_t value) {
        return _mm512_set1_epi16(static_cast<std::int16_t>(value));
    }
    __m512i first_, step_, limit_, from_, by_;
};

inline __m256i bytes_at(const std::uint8_t* from) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
}

/// Tiles of A, the upper and the lower one of each kPivots pivots.
inline void encode_panel(const Encoding& encoding, const std::uint8_t* a, std::size_t lda,
                         std::size_t k, std::uint16_t* to) {
    for (std::size_t p = 0; p < k; p += kPivots) {
        for (std::size_t r = 0; r < kUnit; ++r, to += kPivots) {
            const __m512i distances = _mm512_cvtepu8_epi16(bytes_at(a + r * lda + p));
            _mm512_store_si512(to, encoding.encode(distances));
        }
    }
}

/// Two rows of B: a line of both tiles of each panel, which are `stride` elements apart.
inline void encode_pair(const Encoding& encoding, const std::uint8_t* b, std::size_t ldb,
                        std::size_t columns, std::uint16_t* to, std::size_t stride) {
    const __m512i low = _mm512_set1_epi16(255);
    for (std::size_t j = 0; j < columns; j += kUnit, to += stride) {
        const __m512i upper = _mm512_cvtepu16_epi32(bytes_at(b + j));
        const __m512i lower = _mm512_cvtepu16_epi32(bytes_at(b + ldb + j));
        const __m512i both = _mm512_or_si512(upper, _mm512_slli_epi32(lower, 16));
        _mm512_store_si512(to, encoding.encode(_mm512_and_si512(both, low)));
        _mm512_store_si512(to + kTileWords, encoding.encode(_mm512_srli_epi16(both, 8)));
    }
}

/// The sums of a unit, which wait to be joined to C.
struct Waiting {
    alignas(64) std::uint32_t sums[kUnit][2][kEdge];
    std::uint8_t* c = nullptr;
    std::size_t joined = kUnit;  ///< Rows.

    void join(const Encoding& encoding, std::size_t ldc, std::size_t rows) {
        const std::size_t last = kUnit - joined < rows ? kUnit : joined + rows;
        std::uint8_t* row = c + joined * ldc;
        for (std::size_t r = joined; r < last; ++r, row += ldc) {
            encoding.join(sums[r][0], sums[r][1], row);
        }
        joined = last;
    }
};

/// Tiles: see tensor.cpp.
template <class Tiles>
void run(const Task<kUnit>& task, const Product<std::uint8_t>& product, const Exponents& e,
         const std::uint16_t* a, const std::uint16_t* b) {
    const std::size_t k = product.k, ldc = product.ldc, panels = task.last_panel - task.panel;
    // Sums of 16 take half of a tile's pivots: half its columns or half its rows.
    const std::size_t depth = e.terms < kPivots ? e.terms : kPivots;
    const std::size_t steps = k / depth, most = e.terms / depth;
    const std::size_t together = steps < most ? steps : most;
    const std::size_t rows_per_step = (kUnit + together - 1) / together;
    const Encoding encoding(e);
    Tiles tiles(depth);
    Waiting waiting;
    // There and back, in panels and in pivots: what was read last is still in L1.
    bool back = false;
    for (std::size_t j = task.column; j < task.last_column; j += kUnit) {
        const bool up = j / kUnit % 2 != 0;
        for (std::size_t q = 0; q < panels; ++q, back = !back) {
            const std::size_t panel = up ? task.last_panel - 1 - q : task.panel + q;
            const std::uint16_t* const left = a + (task.range.before + panel) * kUnit * k;
            const std::uint16_t* const right = b + j * k;
            std::uint8_t* const c = product.c + task.range.row_of(panel) * ldc + j;
            for (std::size_t r = 0; r < kUnit; ++r) __builtin_prefetch(c + r * ldc, 1, 2);
            for (std::size_t s = 0; s < steps;) {
                tiles.template zero<0>();
                tiles.template zero<1>();
                tiles.template zero<2>();
                tiles.template zero<3>();
                const std::size_t end = steps - s < together ? steps : s + together;
                for (; s < end; ++s) {
                    const std::size_t pivot = (back ? steps - 1 - s : s) * depth;
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
                    waiting.join(encoding, ldc, rows_per_step);
                }
                waiting.join(encoding, ldc, kUnit);
                tiles.template store<0>(waiting.sums[0][0]);
                tiles.template store<1>(waiting.sums[0][1]);
                tiles.template store<2>(waiting.sums[kEdge][0]);
                tiles.template store<3>(waiting.sums[kEdge][1]);
                waiting.c = c;
                waiting.joined = 0;
            }
        }
    }
    waiting.join(encoding, ldc, kUnit);
}

/// As Kernels::update, of distances up to the encoding's limit; the workspace has
/// tensor_workspace_bytes.
template <class Tiles>
void update(const Product<std::uint8_t>& product, const Exponents& e) {
    const std::size_t k = product.k;
    auto* const packed_a = static_cast<std::uint16_t*>(product.workspace);
    std::uint16_t* const packed_b = packed_a + product.rows * k;
    const Encoding encoding(e);
    const auto pack_b = [&](std::size_t turn) {
        for (std::size_t p = turn * kRowsOfTurn; p < (turn + 1) * kRowsOfTurn; p += 2) {
            encode_pair(encoding, product.b + p * product.ldb, product.ldb, product.cols,
                        packed_b + place_in_b(p), k * kUnit);
        }
    };
    const auto pack_a = [&](std::size_t row, std::size_t panel) {
        encode_panel(encoding, product.a + row * product.lda, product.lda, k,
                     packed_a + panel * kUnit * k);
    };
    relax_in_tasks<kUnit>(product, k / kRowsOfTurn, pack_b, pack_a, [&](const Task<kUnit>& task) {
        run<Tiles>(task, product, e, packed_a, packed_b);
    });
}

}  // namespace
}  // namespace apsp::cpu::APSP_ISA
