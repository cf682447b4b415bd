// A quick estimate of whether a graph separates well, without computing an order.
#pragma once

#include "apsp/graph.hpp"

namespace apsp {

/// The share of a graph's vertices in the narrowest breadth-first level in the middle of its
/// largest component. It is small for roads, grids and meshes, which such a level separates into
/// halves. It is large for random and social graphs, whose vertices are all a few steps apart and
/// which elimination fills. Trees that hang on the component do not count, nor do hubs. Takes a few
/// passes over the arcs; 0 if nothing is left.
double level_separator(const Graph& graph);

}  // namespace apsp
