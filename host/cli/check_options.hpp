// Refuses options that are wrong whatever the graph, before anything is read.
#pragma once

#include <cxxopts.hpp>
#include <initializer_list>
#include <string>

namespace apsp::cli {

/// @throws Error usage for options that exclude each other, or that need another one
void check_choices(const cxxopts::ParseResult& parsed);

/// For options that name files, those that are read and those that are written.
/// @throws Error usage for outputs that would overwrite an input or each other
void check_files(const cxxopts::ParseResult& parsed, std::initializer_list<const char*> inputs,
                 std::initializer_list<const char*> outputs);

/// @throws Error usage for options that say how a graph's file is read, where the option `graph`
///         names none
void check_reading(const cxxopts::ParseResult& parsed, const char* graph);

/// For an option whose file cannot be standard output. @throws Error usage also as check_folder
void check_plain_output(const std::string& option, const std::string& file);

/// For an option that writes arrays: .npy, also packed, or a stream. @throws Error usage for a name
///         with another suffix, and as check_folder
void check_npy_output(const std::string& option, const std::string& file, bool npz = false);

/// The checks of choices, files and reading, for the options of a solve. @throws Error usage also
/// for values that are wrong
void check_options(const cxxopts::ParseResult& parsed);

}  // namespace apsp::cli
