// The options for what to solve, with which kernels, and what to do with the result; the same in
// apsp-ocl and apsp-ocl-mpi.
#pragma once

#include <functional>

#include "cli/options.hpp"
#include "cli/report.hpp"
#include "graph/generators.hpp"

namespace apsp::cli {

/// --input, --random, --generate.
void add_input_options(cxxopts::Options& options);
/// --variant, --tile, --block, --no-tuning, --dtype, --semiring.
void add_kernel_options(cxxopts::Options& options);
/// What is written and checked; with `ranks` by many processes, which write rows of .npy files.
void add_result_options(cxxopts::Options& options, bool ranks);
/// --version, --quiet, --json, --help and, in a group of its own, how the graph is read.
void add_common_options(cxxopts::Options& options);

/// What these and --memory-limit say, before there is a graph. @throws Error usage
Report begin_report(const cxxopts::ParseResult& parsed);

/// The graph to generate: what the options name, or the default; none if a graph is read.
/// @throws Error usage
std::optional<GeneratedInput> generated_input(const cxxopts::ParseResult& parsed);
/// Reads or generates it; `check` is called before a graph is generated.
GraphFile load_graph(const cxxopts::ParseResult& parsed,
                     const std::function<void(const GeneratedInput&)>& check);

/// Writes what --stats-output and --labels-output name. @throws Error
void write_tables(const cxxopts::ParseResult& parsed, const Report& report);

}  // namespace apsp::cli
