// What no solve can make sense of, whatever the graph: said before anything is read.
#pragma once

#include <cxxopts.hpp>
#include <span>
#include <string_view>

namespace apsp::cli {

/// @throws Error usage for options that contradict each other, lists that are empty, and files that
///         would be written over what was read, or over each other
void check_options(const cxxopts::ParseResult& parsed);

/// Throws what cxxopts says of a value that is none of its option's type, with the option, which
/// that leaves out. @throws Error usage
[[noreturn]] void refuse_value(std::span<const char* const> words, std::string_view message,
                               std::string_view program);

}  // namespace apsp::cli
