// Dense graphs that the ranks of a machine have once, in memory that they share.
#pragma once

#include <functional>

#include "core/generators.hpp"
#include "mpi/node.hpp"

namespace apsp::mpi {

/// The rows of a dense one are dealt over the ranks of a machine; a sparse one every rank makes for
/// itself. All ranks call it, and all throw Ended when something is wrong on one.
Graph generate_together(const Comm& comm, const Node& node, const GeneratedInput& input);

/// What one rank of each machine reads: a file of a dense graph. The same holds.
Graph read_once(const Comm& comm, const Node& node, const std::function<Graph()>& read);

}  // namespace apsp::mpi
