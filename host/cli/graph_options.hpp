// The options that tell how a graph's file is read; the same in every command that reads one.
#pragma once

#include <cxxopts.hpp>
#include <string>
#include <string_view>

#include "apsp/io.hpp"
#include "apsp/semiring.hpp"

namespace apsp::cli {

void add_graph_options(cxxopts::Options& options);
/// @throws Error usage
ReadOptions graph_options(const cxxopts::ParseResult& parsed);

/// "f32, f64, i32": the names of enumerators.
template <class Range>
std::string names_of(const Range& range) {
    std::string text;
    for (const auto& item : range) text += (text.empty() ? "" : ", ") + std::string(name(item));
    return text;
}

/// The option's text, empty where it was not given.
std::string text_of(const cxxopts::ParseResult& parsed, const std::string& option);

/// The text of an option that the command cannot do without.
/// @throws Error usage
std::string needed(const cxxopts::ParseResult& parsed, const std::string& option,
                   std::string_view command);
/// @throws Error usage when the command was given anything but options
void check_no_arguments(const cxxopts::ParseResult& parsed, std::string_view command);

/// What --semiring names, min_plus where it was not given. @throws Error usage
Semiring semiring_option(const cxxopts::ParseResult& parsed);

/// Reads a graph with progress on a terminal; of parallel arcs it keeps the one that counts over
/// the semiring that --semiring names. Prints the file's notes in the program's name, unless that
/// is empty.
GraphFile load_graph_file(const std::string& path, const cxxopts::ParseResult& parsed,
                          std::string_view program = "apsp-ocl");

}  // namespace apsp::cli
