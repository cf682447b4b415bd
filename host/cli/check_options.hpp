// Refuses options that are wrong whatever the graph, before anything is read.
#pragma once

#include <cxxopts.hpp>
#include <span>
#include <string_view>

namespace apsp::cli {

/// @throws Error usage for options that exclude each other, and lists that are empty
void check_choices(const cxxopts::ParseResult& parsed);

/// @throws Error usage also for values that are wrong, and for output files that would overwrite an
///         input or each other
void check_options(const cxxopts::ParseResult& parsed);

/// Throws for a value that is not of its option's type. The message of cxxopts leaves out the
/// option, which is found among the words. @throws Error usage
[[noreturn]] void refuse_value(std::span<const char* const> words, std::string_view message,
                               std::string_view program);

}  // namespace apsp::cli
