// Numbers that lie in bits, one plane after the other, and the values that they stand for.
#include <doctest/doctest.h>

#include <random>

#include "algorithms/breadth_first.hpp"

namespace apsp {

TEST_CASE("bit squares: numbers may have more than 24 bits") {
    constexpr std::size_t kPlanes = 26, kRow = 5;
    std::vector<std::uint8_t> values(std::size_t{1} << kPlanes);
    for (std::size_t k = 0; k < values.size(); ++k) {
        values[k] = static_cast<std::uint8_t>(k * 0x9E3779B1u >> 24);
    }
    BitSquares squares(kPlanes);
    std::mt19937 random(1);
    for (std::size_t p = 0; p < kPlanes; ++p) {
        squares.plane(p)[kRow] = std::uint64_t{random()} << 32 | random();
    }
    const auto found = squares.find_values(kRow, values);
    for (std::size_t k = 0; k < 64; ++k) {
        std::size_t number = 0;
        for (std::size_t p = 0; p < kPlanes; ++p) {
            number |= (squares.plane(p)[kRow] >> k & 1) << p;
        }
        CHECK(found[k] == values[number]);
    }
}

}  // namespace apsp
