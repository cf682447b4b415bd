// Refuses options that are wrong whatever the graph, before anything is read.
#pragma once

#include <cxxopts.hpp>
#include <initializer_list>
#include <span>
#include <string_view>

namespace apsp::cli {

/// @throws Error usage for options that exclude each other, and lists that are empty
void check_choices(const cxxopts::ParseResult& parsed);

/// For options that name files, those that are read and those that are written.
/// @throws Error usage for outputs that would overwrite an input or each other
void check_files(const cxxopts::ParseResult& parsed, std::initializer_list<const char*> inputs,
                 std::initializer_list<const char*> outputs);

/// Both, for the options of a solve. @throws Error usage also for values that are wrong, and for
///         options of reading without a file
void check_options(const cxxopts::ParseResult& parsed);

/// Throws for a value that is not of its option's type. The message of cxxopts leaves out the
/// option, which is found among the words. @throws Error usage
[[noreturn]] void refuse_value(std::span<const char* const> words, std::string_view message,
                               std::string_view program);

}  // namespace apsp::cli
