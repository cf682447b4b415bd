// Unsigned integers as wide as another type.
#pragma once

#include <cstdint>
#include <type_traits>

namespace apsp {

template <class T>
using UnsignedOf = std::conditional_t<
    sizeof(T) == 1, std::uint8_t,
    std::conditional_t<sizeof(T) == 2, std::uint16_t,
                       std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>>;

}  // namespace apsp
