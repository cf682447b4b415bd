// The algorithms of a solve, by name.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "apsp/enumerators.hpp"

namespace apsp {

/// `kleene`: three-phase blocked Floyd-Warshall; `rkleene`: recursion on quadrants; `fw`: plain
/// Floyd-Warshall, n steps over the whole matrix. These do n^3 relaxations. `sparse`: elimination
/// of the vertices in an order that adds few arcs, the closure of what is left, and a sweep, which
/// relaxes every arc, added ones included, n times. `search`: Dijkstra's algorithm, or
/// breadth-first search, from each source. `automatic`, named "auto": whichever of `kleene`,
/// `sparse` and `search` should take the least time.
enum class Algorithm { automatic, kleene, rkleene, fw, sparse, search };

/// Whether the algorithm closes a whole matrix, whatever its arcs; `automatic` may.
constexpr bool is_dense(Algorithm algorithm) {
    return algorithm != Algorithm::sparse && algorithm != Algorithm::search;
}

struct AlgorithmTraits {
    Algorithm value;
    std::string_view name;
};
inline constexpr auto kAlgorithmTraits = std::to_array<AlgorithmTraits>({
    {Algorithm::automatic, "auto"},
    {Algorithm::kleene, "kleene"},
    {Algorithm::rkleene, "rkleene"},
    {Algorithm::fw, "fw"},
    {Algorithm::sparse, "sparse"},
    {Algorithm::search, "search"},
});
static_assert(in_order(kAlgorithmTraits));

inline constexpr auto kAlgorithms = enumerators(kAlgorithmTraits);

constexpr std::string_view name(Algorithm algorithm) {
    return name_in(kAlgorithmTraits, algorithm);
}

constexpr std::optional<Algorithm> parse_algorithm(std::string_view text) {
    return parse_in(kAlgorithmTraits, text);
}

}  // namespace apsp
