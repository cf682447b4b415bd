// Distances as exponents: all pairs, with as many terms as a sum may have, as adders of any kind
// and as AMX make them.
#include "backends/exponents.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <initializer_list>
#include <vector>

#include "emulated_tiles.hpp"

namespace {

/// The bf16 that stands for a distance.
float value(const apsp::Exponents& e, std::size_t distance) {
    return std::bit_cast<float>(std::uint32_t{e.encode(distance)} << 16);
}
std::uint32_t decoded(const apsp::Exponents& e, double sum) {
    return e.decode(std::bit_cast<std::uint32_t>(static_cast<float>(sum)));
}
/// Whether a sum tells the distance, and so does its high half: those above the limit only have to
/// be told from others.
bool tells(const apsp::Exponents& e, double sum, std::size_t distance) {
    const auto right = [&](std::uint32_t found) {
        return distance <= e.limit ? found == distance : found > e.limit;
    };
    const std::uint32_t half = std::bit_cast<std::uint32_t>(static_cast<float>(sum)) >> 16;
    return right(decoded(e, sum)) && (half == 0 ? distance > e.limit : right(e.decode_half(half)));
}
/// What an adder that rounds towards 0, or away, may lose or gain per term, with room to spare.
double rounded(const apsp::Exponents& e, double sum, double direction) {
    return sum * (1 + direction * static_cast<double>(e.terms) * 0x1p-22);
}

}  // namespace

TEST_CASE("exponents: every sum of products tells its smallest distance, and no other") {
    for (const apsp::Exponents& e : apsp::kExponents) {
        CAPTURE(e.terms);
        const auto terms = static_cast<double>(e.terms);
        for (std::size_t a = 0; a <= e.limit; ++a) {
            for (std::size_t b = 0; b <= e.limit; ++b) {
                CAPTURE(a);
                CAPTURE(b);
                const double one = double{value(e, a)} * double{value(e, b)};
                const bool exact = one == double{value(e, a) * value(e, b)};
                CHECK((exact || a + b > e.limit));  // far below the normal numbers
                // The least that a sum with this minimum can be, and more than the most.
                CHECK(tells(e, rounded(e, one, -1), a + b));
                CHECK(tells(e, rounded(e, one, 0), a + b));
                CHECK(tells(e, rounded(e, terms * one, 1), a + b));
                CHECK(std::isfinite(static_cast<float>(rounded(e, terms * one, 1))));
            }
        }
    }
}

TEST_CASE("exponents: sums as adders make them, with longer paths beside the shortest") {
    for (const apsp::Exponents& e : apsp::kExponents) {
        CAPTURE(e.terms);
        for (std::size_t shortest = 0; shortest <= e.limit; ++shortest) {
            for (std::size_t a = 0; a <= shortest; ++a) {
                for (const std::size_t longer : {0, 1, 2}) {
                    float sum = value(e, a) * value(e, shortest - a);
                    for (std::size_t i = 1; i < e.terms; ++i) {
                        const std::size_t other = i % (shortest + longer + 1);
                        sum += value(e, other) * value(e, shortest + longer - other);
                    }
                    CHECK(e.decode(std::bit_cast<std::uint32_t>(sum)) == shortest);
                }
            }
        }
    }
}

namespace {

/// The sum that AMX makes of some products of distances: of all places with a term, the first of A
/// and B, of a chain of instructions.
double sum_on_tiles(const apsp::Exponents& e, const std::vector<std::size_t>& a,
                    const std::vector<std::size_t>& b) {
    const std::size_t depth = e.terms < 32 ? e.terms : 32;
    EmulatedTiles tiles(depth);
    tiles.zero<0>();
    for (std::size_t first = 0; first < a.size(); first += depth) {
        std::uint16_t row[16][32] = {}, pairs[16][16][2] = {};
        for (std::size_t p = 0; p < depth; ++p) {
            row[0][p] = e.encode(a[first + p]);
            pairs[p / 2][0][p % 2] = e.encode(b[first + p]);
        }
        tiles.load<4>(row);
        tiles.load<6>(pairs);
        tiles.multiply<0, 4, 6>();
    }
    float sums[16][64] = {};
    tiles.store<0>(sums);
    return double{sums[0][0]};
}

}  // namespace

TEST_CASE("exponents: sums as AMX makes them, of one term and of as many as there may be") {
    constexpr std::size_t kNone = 255;
    for (const apsp::Exponents& e : apsp::kExponents) {
        CAPTURE(e.terms);
        for (std::size_t a = 0; a <= e.limit; ++a) {
            for (std::size_t b = 0; b <= e.limit; ++b) {
                CAPTURE(a);
                CAPTURE(b);
                const std::size_t shortest = a + b;
                std::vector<std::size_t> left(e.terms, kNone), right(e.terms, kNone);
                const std::size_t only = (a * 31 + b * 7) % e.terms;
                left[only] = a;
                right[only] = b;
                CHECK(tells(e, sum_on_tiles(e, left, right), shortest));
                // Beside it, all others are as short, one longer, or of all lengths.
                for (const std::size_t kind : {0, 1, 2}) {
                    for (std::size_t i = 0; i < e.terms; ++i) {
                        if (i == only) continue;
                        const std::size_t longer =
                            kind < 2 ? kind : i % (2 * e.limit - shortest + 1);
                        const std::size_t sum = std::min(shortest + longer, 2 * e.limit);
                        const std::size_t least = sum > e.limit ? sum - e.limit : 0;
                        left[i] = least + i % (std::min(sum, e.limit) - least + 1);
                        right[i] = sum - left[i];
                    }
                    CHECK(tells(e, sum_on_tiles(e, left, right), shortest));
                }
            }
        }
        CHECK(sum_on_tiles(e, std::vector(e.terms, kNone), std::vector(e.terms, e.limit)) == 0);
    }
}

TEST_CASE("exponents: no path, and what is too far") {
    for (const apsp::Exponents& e : apsp::kExponents) {
        CAPTURE(e.terms);
        CHECK(e.decode(0) > 255);
        CHECK(e.decode_half(1) <= 255);  // a byte holds what is too far
        CHECK(decoded(e, double{value(e, e.limit)} * double{value(e, e.limit)}) > e.limit);
        CHECK(std::isnormal(value(e, e.limit)));
        for (std::size_t distance = e.limit + 1; distance <= 255; ++distance) {
            CHECK(e.encode(distance) == 0);
        }
    }
}

TEST_CASE("exponents: the encoding with most terms that holds the distances") {
    using apsp::exponents_for;
    CHECK(exponents_for(apsp::kExponents, 0)->terms == 1024);
    CHECK(exponents_for(apsp::kExponents, 18)->terms == 1024);
    CHECK(exponents_for(apsp::kExponents, 19)->terms == 64);
    CHECK(exponents_for(apsp::kExponents, 29)->terms == 64);
    CHECK(exponents_for(apsp::kExponents, 30)->terms == 16);
    CHECK(exponents_for(apsp::kGpuExponents, 19)->terms == 16);
    CHECK(exponents_for(apsp::kExponents, 44)->terms == 16);
    CHECK(exponents_for(apsp::kExponents, 45) == nullptr);
    CHECK(exponents_for(apsp::kExponents, 254) == nullptr);
}
