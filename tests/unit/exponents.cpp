// Distances as exponents: all pairs, with as many terms as a sum may have.
#include "backends/exponents.hpp"

#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <initializer_list>

namespace {

/// The bf16 that stands for a distance.
float value(const apsp::Exponents& e, std::size_t distance) {
    return std::bit_cast<float>(std::uint32_t{e.encode(distance)} << 16);
}
std::uint32_t decoded(const apsp::Exponents& e, double sum) {
    return e.decode(std::bit_cast<std::uint32_t>(static_cast<float>(sum)));
}
/// Whether a sum tells the distance: those above the limit only have to be told from others.
bool tells(const apsp::Exponents& e, double sum, std::size_t distance) {
    const std::uint32_t found = decoded(e, sum);
    return distance <= e.limit ? found == distance : found > e.limit;
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

TEST_CASE("exponents: no path, and what is too far") {
    for (const apsp::Exponents& e : apsp::kExponents) {
        CAPTURE(e.terms);
        CHECK(e.decode(0) > 255);
        CHECK(decoded(e, double{value(e, e.limit)} * double{value(e, e.limit)}) > e.limit);
        CHECK(std::isnormal(value(e, e.limit)));
        for (std::size_t distance = e.limit + 1; distance <= 255; ++distance) {
            CHECK(e.encode(distance) == 0);
        }
    }
}

TEST_CASE("exponents: the encoding with most terms that holds the distances") {
    using apsp::exponents_for;
    CHECK(exponents_for(0)->terms == 1024);
    CHECK(exponents_for(18)->terms == 1024);
    CHECK(exponents_for(19)->terms == 16);
    CHECK(exponents_for(44)->terms == 16);
    CHECK(exponents_for(45) == nullptr);
    CHECK(exponents_for(254) == nullptr);
}
