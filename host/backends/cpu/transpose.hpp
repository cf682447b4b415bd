// Transposes a square of a matrix in vectors of 16 bytes, which every processor has.
#pragma once

#include <algorithm>

#include "backends/cpu/turn_square.hpp"

namespace apsp::cpu {

inline constexpr std::size_t kSquare = 64;

/// The square at `to` becomes the transpose of the one at `from`; if `below`, only the part below
/// its diagonal. It goes through a copy, since rows of a matrix whose edge is a power of two share
/// few lines of L1.
template <class T>
void transpose_square(T* to, std::size_t ld, const T* from, std::size_t from_ld, bool below) {
    constexpr std::size_t kLanes = 16 / sizeof(T);
    alignas(64) T square[kSquare][kSquare];
    for (std::size_t j = 0; j < kSquare; j += kLanes) {
        for (std::size_t i = 0; i < kSquare; i += kLanes) {
            APSP_ISA::turn_square<kLanes>(from + j * from_ld + i, from_ld, &square[i][j], kSquare);
        }
    }
    for (std::size_t i = 0; i < kSquare; ++i) {
        std::copy_n(square[i], below ? i : kSquare, to + i * ld);
    }
}

}  // namespace apsp::cpu
