// What near and table write beside distances: predecessors and paths.
#pragma once

#include <span>
#include <string>

#include "apsp/io.hpp"
#include "apsp/vertex_pair.hpp"
#include "cli/options.hpp"

namespace apsp::cli {

struct PairOutputs {
    std::string predecessors, paths;
};

/// --predecessors-output, in these formats, and --paths-output.
void add_pair_outputs(OptionList& list, PairOutputs& outputs, const std::string& formats);

/// Finds the pairs' paths and writes them.
void write_paths_of(std::span<const VertexPair> pairs, const GraphFile& file,
                    const std::string& output);

}  // namespace apsp::cli
