// The options that tell how a graph's file is read; the same in every command that reads one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apsp/io.hpp"
#include "apsp/negative_cycles.hpp"
#include "apsp/semiring.hpp"
#include "cli/options.hpp"

namespace apsp::cli {

void add_graph_options(cxxopts::Options& options);

/// Adds --negative-cycles.
void add_negative_cycles_option(cxxopts::Options& options);
/// @throws Error usage for minus infinity over other semirings than min_plus
NegativeCycles negative_cycles_option(const cxxopts::ParseResult& parsed);

/// What --index gives the first vertex as its number. @throws Error usage
std::optional<std::int64_t> index_option(const cxxopts::ParseResult& parsed);

/// What --semiring names, min_plus where it was not given. @throws Error usage
Semiring semiring_option(const cxxopts::ParseResult& parsed);

/// Reads a graph with progress on a terminal; of parallel arcs it keeps the one that counts over
/// the semiring that --semiring names. Prints the file's notes in the program's name, unless that
/// is empty. @throws Error as read_graph, and usage
GraphFile load_graph_file(const std::string& path, const cxxopts::ParseResult& parsed,
                          std::string_view program = "apsp-ocl");

/// Prints a reader's notes about a file, in the words of the program.
void print_notes(const std::vector<std::string>& notes, std::string_view program = "apsp-ocl");

}  // namespace apsp::cli
