// The header of NumPy's .npy format, versions 1.0 to 3.0.
// https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "apsp/dtype.hpp"
#include "io/input_file.hpp"

namespace apsp {

enum class NpyType { f4, f8, u1, i2, i4, i8 };

struct NpyTypeTraits {
    NpyType value;
    std::string_view name;
    std::size_t size;
};
inline constexpr auto kNpyTypes = std::to_array<NpyTypeTraits>({
    {NpyType::f4, "f4", 4},
    {NpyType::f8, "f8", 8},
    {NpyType::u1, "u1", 1},
    {NpyType::i2, "i2", 2},
    {NpyType::i4, "i4", 4},
    {NpyType::i8, "i8", 8},
});
static_assert(in_order(kNpyTypes));

struct NpyHeader {
    NpyType type;
    bool fortran_order;
    std::size_t n;     ///< Rows and columns.
    std::size_t size;  ///< Bytes before the elements.
};

constexpr std::size_t size_of(NpyType type) {
    return kNpyTypes.at(static_cast<std::size_t>(type)).size;
}

/// @throws Error bad_input unless it is a header of a square matrix of a known type, and the file
///         holds just its elements
NpyHeader parse_npy_header(const InputFile& file);

/// The version 1.0 header of a matrix in C order.
std::string make_npy_header(std::size_t rows, std::size_t columns, Dtype dtype);

}  // namespace apsp
