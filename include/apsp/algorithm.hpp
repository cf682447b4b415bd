// The algorithms of a solve, by name.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "apsp/enumerators.hpp"

namespace apsp {

/// `kleene`: three-phase blocked Floyd-Warshall; `rkleene`: recursion on quadrants; `fw`: plain
/// Floyd-Warshall, n steps over the whole matrix. These do n^3 relaxations. `sparse`: elimination
/// of the vertices in an order that adds few arcs, and a sweep: n times the arcs that are then
/// there.
enum class Algorithm { kleene, rkleene, fw, sparse };

struct AlgorithmTraits {
    Algorithm value;
    std::string_view name;
};
inline constexpr auto kAlgorithmTraits = std::to_array<AlgorithmTraits>({
    {Algorithm::kleene, "kleene"},
    {Algorithm::rkleene, "rkleene"},
    {Algorithm::fw, "fw"},
    {Algorithm::sparse, "sparse"},
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
