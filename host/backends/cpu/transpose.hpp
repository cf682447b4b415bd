// Transposes a square of a matrix in vectors of 16 bytes, which every processor has.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace apsp::cpu {

inline constexpr std::size_t kSquare = 64;

template <class T>
struct Transposer {
    static constexpr std::size_t kLanes = 16 / sizeof(T);
    typedef T Vec __attribute__((vector_size(16)));

    /// kLanes rows at `from` become columns at `to`: log2(kLanes) times, the rows i and
    /// i + kLanes / 2 are interleaved, as cards are shuffled.
    static void block(const T* from, std::size_t ld, T* to, std::size_t ld_to) {
        Vec rows[kLanes];
#pragma GCC unroll 16
        for (std::size_t i = 0; i < kLanes; ++i) std::memcpy(&rows[i], from + i * ld, sizeof(Vec));
#pragma GCC unroll 4
        for (std::size_t stage = 1; stage < kLanes; stage *= 2) {
            Vec shuffled[kLanes];
#pragma GCC unroll 16
            for (std::size_t i = 0; i < kLanes / 2; ++i) {
                interleave(rows[i], rows[i + kLanes / 2], shuffled + 2 * i);
            }
#pragma GCC unroll 16
            for (std::size_t i = 0; i < kLanes; ++i) rows[i] = shuffled[i];
        }
#pragma GCC unroll 16
        for (std::size_t i = 0; i < kLanes; ++i) std::memcpy(to + i * ld_to, &rows[i], sizeof(Vec));
    }

    static void interleave(Vec a, Vec b, Vec* to) {
        if constexpr (sizeof(T) == 8) {
            to[0] = __builtin_shufflevector(a, b, 0, 2);
            to[1] = __builtin_shufflevector(a, b, 1, 3);
        } else if constexpr (sizeof(T) == 4) {
            to[0] = __builtin_shufflevector(a, b, 0, 4, 1, 5);
            to[1] = __builtin_shufflevector(a, b, 2, 6, 3, 7);
        } else if constexpr (sizeof(T) == 2) {
            to[0] = __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
            to[1] = __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
        } else {
            to[0] = __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22,
                                            7, 23);
            to[1] = __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14,
                                            30, 15, 31);
        }
    }
};

/// The square at `to` becomes the transpose of the one at `from`; if `below`, only the part below
/// its diagonal. It goes through a copy, since rows of a matrix whose edge is a power of two share
/// few lines of L1.
template <class T>
void transpose_square(T* to, std::size_t ld, const T* from, std::size_t from_ld, bool below) {
    constexpr std::size_t kLanes = Transposer<T>::kLanes;
    alignas(64) T square[kSquare][kSquare];
    for (std::size_t j = 0; j < kSquare; j += kLanes) {
        for (std::size_t i = 0; i < kSquare; i += kLanes) {
            Transposer<T>::block(from + j * from_ld + i, from_ld, &square[i][j], kSquare);
        }
    }
    for (std::size_t i = 0; i < kSquare; ++i) {
        std::copy_n(square[i], below ? i : kSquare, to + i * ld);
    }
}

}  // namespace apsp::cpu
