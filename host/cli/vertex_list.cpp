// A label may hold hyphens itself: an item is first looked for as a whole, then as a range at each
// of its hyphens.
#include "cli/vertex_list.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <optional>

#include "apsp/errors.hpp"

namespace apsp::cli {
namespace {

std::optional<std::size_t> find(std::string_view text, const Labels& labels, std::size_t n) {
    const auto vertex = labels.find(text);
    return vertex && *vertex < n ? vertex : std::nullopt;
}

[[noreturn]] void fail_unknown(std::string_view text, const Labels& labels, std::size_t n,
                               std::string_view option) {
    throw Error(ErrorKind::usage,
                fmt::format("{}: no vertex \"{}\"; there are {} vertices, \"{}\" to \"{}\"", option,
                            text, n, labels.name(0), labels.name(n - 1)));
}

/// Both ends of a range, if the item is one.
std::optional<std::pair<std::size_t, std::size_t>> find_range(std::string_view item,
                                                              const Labels& labels, std::size_t n) {
    for (std::size_t hyphen = item.find('-', 1); hyphen < item.size();
         hyphen = item.find('-', hyphen + 1)) {
        const auto first = find(item.substr(0, hyphen), labels, n);
        const auto last = find(item.substr(hyphen + 1), labels, n);
        if (first && last && *first <= *last) return std::pair(*first, *last);
    }
    return std::nullopt;
}

/// Takes the next item off the text, with the comma behind it.
std::string_view take_item(std::string_view& text) {
    const bool quoted = text.starts_with('"') && text.find('"', 1) != std::string_view::npos;
    const std::size_t from = quoted ? text.find('"', 1) : 0;
    const std::size_t end = std::min(text.find(',', from), text.size());
    std::string_view item = text.substr(0, end);
    text.remove_prefix(std::min(text.size(), end + 1));
    if (quoted && item.size() == from + 1) item = item.substr(1, from - 1);
    return item;
}

}  // namespace

std::size_t parse_vertex(std::string_view text, const Labels& labels, std::size_t n,
                         std::string_view option) {
    const auto vertex = find(text, labels, n);
    if (!vertex) fail_unknown(text, labels, n, option);
    return *vertex;
}

std::vector<std::size_t> parse_vertices(std::string_view text, const Labels& labels, std::size_t n,
                                        std::string_view option) {
    std::vector<std::size_t> vertices;
    while (!text.empty()) {
        const std::string_view item = take_item(text);
        if (const auto vertex = find(item, labels, n)) {
            vertices.push_back(*vertex);
        } else if (const auto range = find_range(item, labels, n)) {
            for (std::size_t v = range->first; v <= range->second; ++v) vertices.push_back(v);
        } else {
            fail_unknown(item, labels, n, option);
        }
    }
    return vertices;
}

}  // namespace apsp::cli
