// Generated graphs by name, for options: "squares:256,1", for example, is one of them.
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

/// "random", "squares", "ring", "potential", "undirected", "grid", "road".
std::span<const std::string_view> generator_names();

/// Parses "NAME:N[,SEED]", or "NAME:N[,DENSITY[,SEED]]" for random and potential; for a grid, N is
/// a side. Empty for any other text.
std::optional<GeneratedInput> parse_generated(std::string_view text);

/// Whether the graph is stored as a matrix; below this density, arcs are stored one by one, which
/// takes less memory.
inline constexpr double kDenseFrom = 0.25;
bool is_dense(const GeneratedInput& input);
/// Whether generating the graph takes n^2 steps, or else n.
bool looks_at_pairs(const GeneratedInput& input);

/// The text of an input, with everything that has a default.
std::string to_text(const GeneratedInput& input);

/// Checks whether there can be such a graph. @throws Error usage, out_of_memory
void check_generated_input(const GeneratedInput& input);

/// The graph's origin is what `to_text` returns. @throws Error as check_generated_input; usage for
/// an unknown name
Graph generate(const GeneratedInput& input);

/// Writes some rows of a dense graph to a matrix of f32; infinity is no arc.
void generate_rows(const GeneratedInput& input, Range rows, Matrix& weights);

}  // namespace apsp
