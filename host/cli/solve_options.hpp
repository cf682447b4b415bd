// The options that tell what to solve, and with which kernels; the same in apsp-ocl and
// apsp-ocl-mpi.
#pragma once

#include <cxxopts.hpp>
#include <functional>

#include "apsp/io.hpp"
#include "apsp/solve.hpp"
#include "graph/generators.hpp"

namespace apsp::cli {

/// --input, --random, --generate.
void add_input_options(cxxopts::Options& options);
/// @throws Error usage when more than one is given
void check_one_input(const cxxopts::ParseResult& parsed);
/// The graph that they have generated: what they name, or the default; none where one is read.
/// @throws Error usage
std::optional<GeneratedInput> generated_input(const cxxopts::ParseResult& parsed);
/// Reads or generates what they name; `check` is called before a graph is generated.
GraphFile load_graph(const cxxopts::ParseResult& parsed,
                     const std::function<void(const GeneratedInput&)>& check);

/// --variant, --tile, --block, --no-tuning, --dtype, --semiring.
void add_kernel_options(cxxopts::Options& options);
/// What these and --memory-limit say. @throws Error usage
SolveOptions kernel_options(const cxxopts::ParseResult& parsed);

/// What --paths-output names, or "". @throws Error usage
std::string paths_output(const cxxopts::ParseResult& parsed);

/// Whether --stats or --stats-output is given.
bool wants_statistics(const cxxopts::ParseResult& parsed);
/// Whether --stats-output and --labels-output can be written. @throws Error
void check_tables(const cxxopts::ParseResult& parsed);
/// Writes what they name. @throws Error
void write_tables(const cxxopts::ParseResult& parsed, const std::optional<Statistics>& statistics,
                  const Labels& labels, std::size_t n);

}  // namespace apsp::cli
