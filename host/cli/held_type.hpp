// The type in which a change holds the distances of a file.
#pragma once

#include <optional>
#include <string>

#include "apsp/graph.hpp"
#include "apsp/matrix.hpp"

namespace apsp::cli {

/// The distances of the graph, as they were read from the file, in the type that was asked for or
/// else in their own.
/// @throws Error bad_input where the type does not hold them as they are, where they are f32 and
///         another type was asked for, or where text leaves open whether f32 has rounded them
Matrix held_distances(Matrix distances, const std::string& file, const Graph& graph,
                      std::optional<Dtype> asked);

}  // namespace apsp::cli
