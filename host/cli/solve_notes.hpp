// What may surprise about a result, a line on stderr each.
#pragma once

#include "cli/report.hpp"

namespace apsp::cli {

/// What the notes need of the graph, which the solve takes.
struct GraphFacts {
    explicit GraphFacts(const Graph& graph);

    bool integral;
    /// A matrix with arcs of weight 0 and longer ones, none of them negative.
    bool zeros_in_matrix;
};

void print_notes(const Report& report, const GraphFacts& facts);

}  // namespace apsp::cli
