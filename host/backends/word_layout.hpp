// How elements lie in the words that kernels for GPUs compute with: see kernels_cl/words_gpu.h.
#pragma once

#include <cstddef>

#include "apsp/semiring.hpp"

namespace apsp {

struct WordLayout {
    WordLayout(Dtype dtype, Semiring semiring)
        : lanes(1), word_bytes(size_of(dtype)), memory_bytes(word_bytes) {
        if (semiring == Semiring::or_and) {
            lanes = 32;
            word_bytes = memory_bytes = 4;
        } else if (word_bytes < 4) {
            lanes = 2;
            memory_bytes = 2 * word_bytes;
            word_bytes = 4;
        }
    }

    /// Whether rows of the matrix consist of words as registers hold them.
    bool in_words() const { return word_bytes == memory_bytes; }

    /// Vertices per element of the matrix, as kernels take it that need no words.
    std::size_t elements() const { return lanes == 32 ? 32 : 1; }

    std::size_t lanes;         ///< Vertices per word.
    std::size_t word_bytes;    ///< Of a word in registers and in packed operands.
    std::size_t memory_bytes;  ///< Of a word in the matrix.
};

}  // namespace apsp
