// Where weights and distances are equal: 64 comparisons in vectors, to the bits of a word.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "apsp/dtype.hpp"

namespace apsp {

/// What elements of two types are compared as, exactly.
template <class A, class B>
using Comparable = std::conditional_t<
    std::is_integral_v<A> && std::is_integral_v<B>, std::int32_t,
    std::conditional_t<std::is_same_v<A, B>, A,
                       std::conditional_t<sizeof(A) + sizeof(B) <= 6, float, double>>>;

/// Bit k: weights[k] is an arc's, and equals distances[k].
template <class W, class T>
std::uint64_t equal_bits(const W* weights, const T* distances) {
    using Common = Comparable<W, T>;
    alignas(16) unsigned char equal[64];
    for (std::size_t k = 0; k < 64; ++k) {
        const bool same = static_cast<Common>(weights[k]) == static_cast<Common>(distances[k]);
        equal[k] = static_cast<unsigned char>(same & (weights[k] != infinity<W>()));
    }
    std::uint64_t word = 0;
    for (std::size_t k = 0; k < 64; k += 8) {
        // Multiplied so that the bit of each byte meets its place once.
        std::uint64_t eight = 0;
        std::memcpy(&eight, equal + k, sizeof eight);
        word |= (eight * 0x0102040810204080 >> 56) << k;
    }
    return word;
}

}  // namespace apsp
