// Vertices on the command line, by their labels.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "apsp/labels.hpp"

namespace apsp::cli {

/// The vertex of that label of a graph of n vertices. `option` is for the message.
/// @throws Error usage, naming the label
std::size_t parse_vertex(std::string_view text, const Labels& labels, std::size_t n,
                         std::string_view option);

/// "3,7-9,Bern": labels, and ranges in the order of vertices, between commas. A label that holds a
/// comma stands between double quotes. Nothing for an empty text.
/// @throws Error usage, naming the label that is not there
std::vector<std::size_t> parse_vertices(std::string_view text, const Labels& labels, std::size_t n,
                                        std::string_view option);

}  // namespace apsp::cli
