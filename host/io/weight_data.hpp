// Which of the data that a file gives its edges is their weight, and which data of vertices name
// them: the same rules in GraphML, GEXF and GML.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "apsp/io.hpp"

namespace apsp {

/// Data of edges by their name.
struct EdgeData {
    std::string name;
    bool numeric = false;  ///< Numbers, which edges have.
};

/// The places in `data` of the weights: what ReadOptions::weight_column names, or else data of a
/// usual name, or the only numbers that edges have, of which a note tells. Several places have the
/// same name. Empty where every edge has weight 1.
/// @throws Error usage for a name that is not there, bad_input where several may be weights
std::vector<std::size_t> choose_weights(std::span<const EdgeData> data, const ReadOptions& options,
                                        const std::string& file, std::vector<std::string>& notes);

/// The labels of vertices: their names (in `what`) if all have different ones, or else, or if
/// ReadOptions::label_column is "id", their ids.
Labels choose_labels(Labels ids, const std::vector<std::string>& names, std::string_view what,
                     const ReadOptions& options, const std::string& file,
                     std::vector<std::string>& notes);

}  // namespace apsp
