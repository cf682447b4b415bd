// A quick look at whether a graph falls apart, without an order.
#pragma once

#include "apsp/graph.hpp"

namespace apsp {

/// The share of a graph's vertices that the narrowest breadth-first level in the middle of its
/// largest component has: small for roads, grids and meshes, which such a level separates into
/// halves; a good part of random and social graphs, where all are some steps apart, and which
/// elimination fills. Trees that hang on it do not count, nor do hubs. Takes a few passes over the
/// arcs; 0 where nothing is left.
double level_separator(const Graph& graph);

}  // namespace apsp
