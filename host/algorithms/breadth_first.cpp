// See breadth_first.hpp.
#include "algorithms/breadth_first.hpp"

namespace apsp {

void transpose_bits(std::uint64_t* words) {
    std::uint64_t mask = 0x00000000ffffffff;
    for (std::size_t half = 32; half != 0; half >>= 1, mask ^= mask << half) {
        for (std::size_t k = 0; k < 64; k = (k + half + 1) & ~half) {
            const std::uint64_t swap = (words[k] >> half ^ words[k + half]) & mask;
            words[k] ^= swap << half;
            words[k + half] ^= swap;
        }
    }
}

}  // namespace apsp
