// "-" as a file's name: standard input, or standard output.
#pragma once

#include <string>

namespace apsp::cli {

/// The file that an option for input names.
inline std::string input_name(std::string option) {
    return option == "-" ? "/dev/stdin" : option;
}

/// The file that an option for output names. Standard output is then kept for it: whatever is
/// printed from now on goes to standard error.
std::string output_name(std::string option);

/// A name, or a message, for people: with "standard output" for what output_name made of "-".
std::string shown_name(std::string text);

}  // namespace apsp::cli
