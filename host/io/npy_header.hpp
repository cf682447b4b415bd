// The header of NumPy's .npy format, versions 1.0 to 3.0.
// https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
#pragma once

#include <cstddef>
#include <string>

#include "apsp/dtype.hpp"
#include "io/input_file.hpp"

namespace apsp {

enum class NpyType { f4, f8, u1, i2, i4, i8 };

struct NpyHeader {
    NpyType type;
    bool fortran_order;
    std::size_t n;     ///< Rows and columns.
    std::size_t size;  ///< Bytes before the elements.
};

constexpr std::size_t size_of(NpyType type) {
    switch (type) {
        case NpyType::u1: return 1;
        case NpyType::i2: return 2;
        case NpyType::f4:
        case NpyType::i4: return 4;
        case NpyType::f8:
        case NpyType::i8: return 8;
    }
    return 0;
}

/// @throws Error bad_input unless it is a header of a square matrix of a known type, and the file
///         holds just its elements
NpyHeader parse_npy_header(const InputFile& file);

/// The version 1.0 header of a matrix in C order.
std::string make_npy_header(std::size_t rows, std::size_t columns, Dtype dtype);

}  // namespace apsp
