// See generators.hpp.
#include "graph/generators.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <vector>

#include "base/parse_number.hpp"

namespace apsp {
namespace {

constexpr std::string_view kNames[] = {"random", "squares", "ring", "potential", "undirected"};

bool has_density(std::string_view generator) {
    return generator == "random" || generator == "potential";
}

std::vector<std::string_view> split(std::string_view text) {
    std::vector<std::string_view> parts;
    for (std::size_t begin = 0;;) {
        const auto comma = text.find(',', begin);
        parts.push_back(text.substr(begin, comma - begin));
        if (comma == std::string_view::npos) return parts;
        begin = comma + 1;
    }
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
    const auto parts = split(text.substr(colon + 1));
    const std::size_t seed = has_density(input.generator) ? 2 : 1;
    const bool understood =
        parts.size() <= seed + 1 && parse_whole(parts[0], input.n) &&
        (seed == 1 || parts.size() < 2 || parse_whole(parts[1], input.density)) &&
        (parts.size() <= seed || parse_whole(parts[seed], input.seed));
    if (!understood) return std::nullopt;
    return input;
}

bool is_dense(const GeneratedInput& input) {
    return input.generator != "ring" && input.density >= kDenseFrom;
}

std::string to_text(const GeneratedInput& input) {
    return has_density(input.generator)
               ? fmt::format("{}:{},{},{}", input.generator, input.n, input.density, input.seed)
               : fmt::format("{}:{},{}", input.generator, input.n, input.seed);
}

}  // namespace apsp
