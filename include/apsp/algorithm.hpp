// The algorithms of a solve, by name.
#pragma once

#include <optional>
#include <string_view>

namespace apsp {

/// `kleene`: three-phase blocked Floyd-Warshall; `rkleene`: recursion on quadrants; `fw`: plain
/// Floyd-Warshall, n steps over the whole matrix. All do n^3 relaxations.
enum class Algorithm { kleene, rkleene, fw };

inline constexpr Algorithm kAlgorithms[] = {Algorithm::kleene, Algorithm::rkleene, Algorithm::fw};

constexpr std::string_view name(Algorithm algorithm) {
    switch (algorithm) {
        case Algorithm::kleene: return "kleene";
        case Algorithm::rkleene: return "rkleene";
        case Algorithm::fw: return "fw";
    }
    return "?";
}

constexpr std::optional<Algorithm> parse_algorithm(std::string_view text) {
    for (Algorithm algorithm : kAlgorithms) {
        if (name(algorithm) == text) return algorithm;
    }
    return std::nullopt;
}

}  // namespace apsp
