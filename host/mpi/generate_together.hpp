// A generated graph that the ranks of a machine make together, and have once.
#pragma once

#include "core/generators.hpp"
#include "mpi/node.hpp"

namespace apsp::mpi {

/// The rows of a dense one are dealt over the ranks of a machine, and lie in memory that they
/// share; a sparse one every rank makes for itself. All ranks call it, and all throw Ended when
/// something is wrong on one.
Graph generate_together(const Comm& comm, const Node& node, const GeneratedInput& input);

}  // namespace apsp::mpi
