// The header of NumPy's .npy format, versions 1.0 to 3.0.
// https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "apsp/dtype.hpp"
#include "io/input_file.hpp"

namespace apsp {

/// None is i8, which is no type of a matrix.
using NpyType = std::optional<Dtype>;

/// Integers up to this magnitude are exact as doubles.
inline constexpr std::int64_t kLargestExact = std::int64_t{1} << 53;
inline constexpr std::string_view kExactIntegers =
    "integers of at most 2^53 (beyond, f64 is not exact)";

/// Any array's header.
struct NpyArray {
    NpyType type;
    bool fortran_order;
    std::vector<std::size_t> shape;
    std::size_t size;  ///< Bytes before the elements.
    /// Another type, such as u4, whose elements are read as this one if they have the same bytes.
    std::string_view alias = {};
};

struct NpyHeader {
    NpyType type;
    bool fortran_order;
    std::size_t n;     ///< Rows and columns.
    std::size_t size;  ///< Bytes before the elements.
};

constexpr std::size_t size_of(NpyType type) {
    return type ? size_of(*type) : sizeof(std::int64_t);
}
/// "f4": the kind and the number of bytes.
std::string npy_name(NpyType type);

/// Element k of elements that need not be aligned.
template <class T>
T load_element(const char* elements, std::size_t k) {
    T value;
    std::memcpy(&value, elements + k * sizeof value, sizeof value);
    return value;
}

/// Parses the header of an array of a known type, which these bytes begin with; `file` names them.
/// @throws Error bad_input, here and below
NpyArray parse_npy_array(std::string_view bytes, const std::string& file);
NpyArray parse_npy_array(const InputFile& file);
/// Checks that just the elements follow the header, and that they are what its type says. Files are
/// not read whole unless they must be.
void check_elements(const NpyArray& array, std::string_view bytes, const std::string& file);
void check_elements(const NpyArray& array, const InputFile& file);
[[noreturn]] void fail_shape(const NpyArray& array, std::string_view expected,
                             const std::string& file);

/// @throws Error bad_input unless it is a header of a square matrix of a known type, and the file
///         holds just its elements
NpyHeader parse_npy_header(const InputFile& file);

/// "<f4": the byte order, if there is one, the kind, and the number of bytes.
std::string numpy_type(Dtype dtype);

/// The version 1.0 header of an array, and of a matrix, in C order.
std::string make_npy_header(std::span<const std::size_t> shape, std::string_view type);
std::string make_npy_header(std::size_t rows, std::size_t columns, Dtype dtype);

}  // namespace apsp
