// Graphs that one rank per machine reads, or that the ranks of a machine generate together. Ranks
// on one machine share one copy of a dense graph.
#pragma once

#include <functional>

#include "apsp/errors.hpp"
#include "apsp/io.hpp"
#include "graph/generators.hpp"
#include "mpi/node.hpp"

namespace apsp::mpi {

/// The ranks of a machine each generate some rows of a dense graph; every rank generates a sparse
/// graph for itself. All ranks call it, and all throw Ended if one fails.
Graph generate_together(const Ranks& comm, const GeneratedInput& input);

/// The first rank of each machine reads the graph, with all of the machine's threads, and hands it
/// over. All ranks call it, and all throw Ended if one fails.
GraphFile read_once(const Ranks& comm, const std::function<GraphFile()>& read);

/// Compares the graphs that machines have read. All ranks call it, and all throw Ended if they
/// differ.
void check_same_graph(const Ranks& comm, const GraphFile& file);

/// Gives the graph the potentials that the first rank finds, which calls `found` instead if there
/// is a negative cycle. All ranks call it, and all throw Ended if `found` throws.
void share_potentials(const Comm& comm, Graph& graph,
                      const std::function<void(const NegativeCycle&)>& found);

}  // namespace apsp::mpi
