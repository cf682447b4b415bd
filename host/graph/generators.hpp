// The generated graphs by name, for options: "squares:256,1" is what a graph of theirs is called.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "apsp/generate.hpp"

namespace apsp {

/// What to generate. `density` is 1 where the generator has none.
struct GeneratedInput {
    std::string generator = "random";
    std::size_t n = 0;
    double density = 1;
    std::uint64_t seed = 1;
};

/// "random", "squares", "ring", "potential", "undirected", "grid".
std::span<const std::string_view> generator_names();

/// "NAME:N[,SEED]"; of random and potential "NAME:N[,DENSITY[,SEED]]"; of a grid N is a side. None
/// where it is not that.
std::optional<GeneratedInput> parse_generated(std::string_view text);

/// Whether the graph is a matrix; arcs below this density are kept one by one, which is smaller.
inline constexpr double kDenseFrom = 0.25;
bool is_dense(const GeneratedInput& input);
/// Whether making it takes n^2 steps, or else n.
bool looks_at_pairs(const GeneratedInput& input);

/// The same text, with everything that has a default.
std::string to_text(const GeneratedInput& input);

/// Whether there can be such a graph. @throws Error usage, out_of_memory
void check_generated_input(const GeneratedInput& input);

/// Its origin is what `to_text` says. @throws Error as that; usage for a name that is not there
Graph generate(const GeneratedInput& input);

/// Some rows of a dense one, to a matrix of f32; infinity is no arc.
void generate_rows(const GeneratedInput& input, Range rows, Matrix& weights);

}  // namespace apsp
