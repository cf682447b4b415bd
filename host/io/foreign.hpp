// Files that no reader takes, told by their first bytes, so that a message can name them.
#pragma once

#include "io/input_file.hpp"

namespace apsp {

/// Whether the file is a zip archive of NumPy arrays.
bool is_npz(const InputFile& file);

/// @throws Error bad_input for archives other than .npz
void check_no_archive(const InputFile& file);

/// @throws Error bad_input for what no text reader accepts: UTF-16, binary data, web pages, lines
///         that end with "\r" alone
void check_text(const InputFile& file);

}  // namespace apsp
