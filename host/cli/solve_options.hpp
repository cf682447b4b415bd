// The options for what to solve, with which kernels, and what to do with the result; the same in
// apsp-ocl and apsp-ocl-mpi.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "apsp/solve.hpp"
#include "cli/shared_options.hpp"
#include "graph/generators.hpp"

namespace apsp::cli {

/// What a solve is asked to do. Names of files are empty where there is none.
/// A page to look at.
struct PageFields {
    std::string file, title, unit;
    bool betweenness = false;
};

struct SolveFields {
    GraphFields graph;                        ///< No file where a graph is generated.
    std::optional<GeneratedInput> generated;  ///< Set unless there is a file.
    DeviceFields devices;
    SolveOptions options;
    WriteOptions write;
    std::string output, pairs, rows, columns;
    std::string paths_output, labels_output, stats_output, coordinates, vertex_weights;
    bool sampled_bounds = false;  ///< Of --histogram.
    PageFields page;
    bool verify = false;
    double verify_work = 0;
    bool json = false, version = false;

    bool from_file() const { return !graph.file.empty(); }
};

/// FILE, --input, --random, --generate.
void add_input(OptionList& list, SolveFields& asked);
/// --memory-limit, --algo and --workspace with --resume differ in their help.
void add_memory_limit(OptionList& list, SolveFields& asked, const std::string& help);
void add_algorithm(OptionList& list, SolveFields& asked, std::string_view names,
                   const std::string& help);
/// --variant, --tile, --block, --no-tuning, --dtype, --semiring.
void add_kernels(OptionList& list, SolveFields& asked);
/// What is written and checked; with `ranks` by many processes, which write rows of .npy files.
void add_results(OptionList& list, SolveFields& asked, bool ranks);
/// --unit, --title and --betweenness. `file` is the option that names the page's file, if that is
/// optional.
void add_page(OptionList& list, PageFields& page, const std::string& file = "");
/// --version, --quiet, --json, --help and, in a group of its own, how the graph is read.
void add_common(OptionList& list, SolveFields& asked);

/// Reads the file of --vertex-weights, if there is one, for a graph of n vertices.
void read_vertex_weights_of(SolveFields& asked, const Labels& labels, std::size_t n);

/// Reads or generates the graph; `check` is called before a graph is generated.
GraphFile load_input(const SolveFields& asked,
                     const std::function<void(const GeneratedInput&)>& check);

}  // namespace apsp::cli
