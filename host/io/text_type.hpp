// The element types that may have written a matrix as text, which only its digits tell.
#pragma once

#include <filesystem>

#include "apsp/matrix.hpp"

namespace apsp {

/// Whether a file's elements have a type: .npy, but no text.
bool has_type(const std::filesystem::path& path);

/// Whether these f64 numbers of a text may have been written from f32: none has more digits than an
/// f32 needs.
bool may_be_f32(const Matrix& doubles);
/// The nearest numbers in f32.
Matrix as_f32(const Matrix& doubles);

/// The opposite, for a text that f64 wrote with no more digits: its own numbers.
Matrix as_f64(const Matrix& singles);

/// In f32 if the digits tell that it was written: all numbers may be f32, and some would be others
/// in f64.
Matrix in_written_type(Matrix doubles);

}  // namespace apsp
