// Generated graphs. Each weight is a hash of (seed, i, j), so rows can be made in any order.
#include "apsp/generate.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/hash_numbers.hpp"
#include "base/parallel_for.hpp"
#include "base/parse_number.hpp"
#include "base/text.hpp"
#include "graph/generators.hpp"
#include "graph/road_network.hpp"

namespace apsp {
namespace {

constexpr std::string_view kNames[] = {"random",     "squares", "ring", "potential",
                                       "undirected", "grid",    "road"};

bool has_density(std::string_view generator) {
    return generator == "random" || generator == "potential";
}

int weight_1_to_10(std::uint64_t h) {
    return 1 + static_cast<int>((h & 0xFFFFFFFFu) * 10 >> 32);
}
double unit(std::uint64_t h) {
    return static_cast<double>(h >> 11) * 0x1p-53;
}

constexpr std::uint64_t kPresence = 0x5EED;  // a second, independent draw for a pair

bool absent(const GeneratedInput& input, std::size_t i, std::size_t j) {
    return input.density < 1 && unit(hash_numbers(input.seed ^ kPresence, i, j)) >= input.density;
}

/// Calls f(weight), where weight(i, j) is a double for i != j, infinity for no arc.
template <class F>
void with_weights(const GeneratedInput& input, F&& f) {
    constexpr double kNone = infinity<double>();
    const std::size_t n = input.n;
    const std::uint64_t seed = input.seed;
    if (input.generator == "random") {
        f([&](std::size_t i, std::size_t j) -> double {
            return absent(input, i, j) ? kNone : weight_1_to_10(hash_numbers(seed, i, j));
        });
    } else if (input.generator == "squares") {
        // With n - 1 arcs of the largest weight a path still fits i32.
        const double largest = 1e9 / static_cast<double>(n) - 10;
        f([=](std::size_t i, std::size_t j) -> double {
            const double apart = i > j ? static_cast<double>(i - j) : static_cast<double>(j - i);
            return std::floor(std::min(apart * apart, largest)) +
                   static_cast<double>(hash_numbers(seed, i, j) % 10);
        });
    } else if (input.generator == "ring") {
        f([=](std::size_t i, std::size_t j) -> double {
            if (unit(hash_numbers(seed ^ kPresence, i, j)) < 0.0025)
                return weight_1_to_10(hash_numbers(seed, i, j));
            return j == (i + 1) % n ? 1000 : kNone;
        });
    } else if (input.generator == "potential") {
        const auto potential = [=](std::size_t i) {
            return static_cast<double>(hash_numbers(seed + 1, i, i) % 100);
        };
        f([&](std::size_t i, std::size_t j) -> double {
            if (absent(input, i, j)) return kNone;
            return weight_1_to_10(hash_numbers(seed, i, j)) + potential(i) - potential(j);
        });
    } else if (input.generator == "undirected") {
        f([=](std::size_t i, std::size_t j) -> double {
            return weight_1_to_10(hash_numbers(seed, std::max(i, j), std::min(i, j)));
        });
    } else {
        throw Error(ErrorKind::usage, fmt::format("unknown generator \"{}\"; choose from: {}",
                                                  input.generator, fmt::join(kNames, ", ")));
    }
}

/// Vertices along one side of a grid.
std::size_t side_of(std::size_t n) {
    return static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(n))));
}

std::vector<Arc> grid_arcs(std::size_t n, std::uint64_t seed) {
    const std::size_t side = side_of(n);
    std::vector<Arc> arcs;
    const auto join = [&](std::size_t i, std::size_t j) {
        const auto from = static_cast<std::uint32_t>(i), to = static_cast<std::uint32_t>(j);
        const double weight = weight_1_to_10(hash_numbers(seed, j, i));
        arcs.push_back({from, to, weight});
        arcs.push_back({to, from, weight});
    };
    for (std::size_t i = 0; i < n; ++i) {
        if ((i + 1) % side != 0) join(i, i + 1);
        if (i + side < n) join(i, i + side);
    }
    return arcs;
}

constexpr double kHash = 5;  // ns

template <class Weight>
std::vector<Arc> arcs_of(std::size_t n, Weight weight) {
    std::vector<std::vector<Arc>> rows(n);
    parallel_for({0, n}, kHash * static_cast<double>(n), [&](std::size_t i) {
        for (std::size_t j = 0; j < n; ++j) {
            const double w = i == j ? infinity<double>() : weight(i, j);
            if (w == infinity<double>()) continue;
            rows[i].push_back({static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j), w});
        }
    });
    std::vector<Arc> arcs;
    for (const auto& row : rows) arcs.insert(arcs.end(), row.begin(), row.end());
    return arcs;
}

}  // namespace

std::span<const std::string_view> generator_names() {
    return kNames;
}

std::optional<GeneratedInput> parse_generated(std::string_view text) {
    const auto colon = text.find(':');
    if (colon == std::string_view::npos) return std::nullopt;
    GeneratedInput input;
    input.generator = text.substr(0, colon);
    if (std::ranges::find(kNames, input.generator) == std::end(kNames)) return std::nullopt;
    std::vector<std::string_view> parts;
    for (std::size_t at = colon + 1, end = 0; at <= text.size(); at = end + 1) {
        end = std::min(text.find(',', at), text.size());
        parts.push_back(text.substr(at, end - at));
    }
    const std::size_t seed = has_density(input.generator) ? 2 : 1;
    const bool understood =
        !parts.empty() && parts.size() <= seed + 1 && parse_whole(parts[0], input.n) &&
        (seed == 1 || parts.size() < 2 || parse_whole(parts[1], input.density)) &&
        (parts.size() <= seed || parse_whole(parts[seed], input.seed));
    if (!understood) return std::nullopt;
    if (input.generator == "grid") input.n = input.n >> 32 == 0 ? input.n * input.n : SIZE_MAX;
    return input;
}

bool looks_at_pairs(const GeneratedInput& input) {
    return input.generator != "grid" && input.generator != "road";
}

bool is_dense(const GeneratedInput& input) {
    return looks_at_pairs(input) && input.generator != "ring" && input.density >= kDenseFrom;
}

std::string to_text(const GeneratedInput& input) {
    return has_density(input.generator)
               ? fmt::format("{}:{},{},{}", input.generator, input.n, input.density, input.seed)
               : fmt::format("{}:{},{}", input.generator,
                             input.generator == "grid" ? side_of(input.n) : input.n, input.seed);
}

void check_generated_input(const GeneratedInput& input) {
    if (input.n == 0) throw Error(ErrorKind::usage, "a generated graph needs at least one vertex");
    if (input.n > Graph::kMaxVertices) {
        throw Error(ErrorKind::out_of_memory, fmt::format("n = {} is too large", input.n));
    }
    if (input.generator == "grid" && side_of(input.n) * side_of(input.n) != input.n) {
        throw Error(
            ErrorKind::usage,
            fmt::format("a grid needs a square number of vertices, and {} is not square", input.n));
    }
    if (!(input.density >= 0 && input.density <= 1)) {
        throw Error(ErrorKind::usage,
                    fmt::format("density {} is not between 0 and 1", input.density));
    }
}

void generate_rows(const GeneratedInput& input, Range rows, Matrix& weights) {
    with_weights(input, [&](auto weight) {
        parallel_for(rows, kHash * static_cast<double>(input.n), [&](std::size_t i) {
            auto row = weights.row<float>(i);
            for (std::size_t j = 0; j < input.n; ++j) {
                row[j] = i == j ? 0.0F : static_cast<float>(weight(i, j));
            }
        });
    });
}

Graph generate(const GeneratedInput& input) {
    check_generated_input(input);
    if (is_dense(input)) {
        Matrix weights(input.n, Dtype::f32);
        generate_rows(input, {0, input.n}, weights);
        return Graph::from_matrix(std::move(weights), to_text(input));
    }
    std::vector<Arc> arcs;
    if (input.generator == "grid") {
        arcs = grid_arcs(input.n, input.seed);
    } else if (input.generator == "road") {
        arcs = road_arcs(input.n, input.seed);
    } else {
        with_weights(input, [&](auto weight) { arcs = arcs_of(input.n, weight); });
    }
    return Graph::from_arcs(input.n, std::move(arcs), to_text(input));
}

Graph random_graph(std::size_t n, double density, std::uint64_t seed) {
    return generate({"random", n, density, seed});
}

Graph squares_graph(std::size_t n, std::uint64_t seed) {
    return generate({"squares", n, 1, seed});
}

Graph undirected_graph(std::size_t n, std::uint64_t seed) {
    return generate({"undirected", n, 1, seed});
}

Graph grid_graph(std::size_t side, std::uint64_t seed) {
    return generate({"grid", side * side, 1, seed});
}

Graph road_graph(std::size_t n, std::uint64_t seed) {
    return generate({"road", n, 1, seed});
}

Graph ring_graph(std::size_t n, std::uint64_t seed) {
    return generate({"ring", n, 1, seed});
}

Graph potential_graph(std::size_t n, double density, std::uint64_t seed) {
    return generate({"potential", n, density, seed});
}

}  // namespace apsp
