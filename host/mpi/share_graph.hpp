// Graphs that one rank of each machine reads, or the ranks of a machine generate together. Dense
// ones they have once, in memory that they share.
#pragma once

#include <functional>

#include "apsp/io.hpp"
#include "graph/generators.hpp"
#include "mpi/node.hpp"

namespace apsp::mpi {

/// The rows of a dense one are dealt over the ranks of a machine; a sparse one every rank makes for
/// itself. All ranks call it, and all throw Ended when something is wrong on one.
Graph generate_together(const Comm& comm, const Comm& node, const GeneratedInput& input);

/// The first rank of each machine reads, with all of the machine's threads, and hands over what it
/// has read. `threads` are those of each rank. The same holds.
GraphFile read_once(const Comm& comm, const Comm& node, int threads,
                    const std::function<GraphFile()>& read);

}  // namespace apsp::mpi
