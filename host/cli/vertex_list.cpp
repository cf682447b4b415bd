// A label may hold hyphens itself: an item is first looked for as a whole, then as a range at each
// of its hyphens, then both without blanks around it.
#include "cli/vertex_list.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <optional>

#include "apsp/errors.hpp"
#include "io/ascii.hpp"

namespace apsp::cli {
namespace {

std::optional<std::size_t> find(std::string_view text, const Labels& labels, std::size_t n) {
    const auto vertex = labels.find(text);
    return vertex && *vertex < n ? vertex : std::nullopt;
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

/// The same; a single vertex is a range, too.
std::optional<std::pair<std::size_t, std::size_t>> find_item(std::string_view item,
                                                             const Labels& labels, std::size_t n) {
    const auto vertex = find(item, labels, n);
    return vertex ? std::pair(*vertex, *vertex) : find_range(item, labels, n);
}

/// Whether the text is one of the parts between the commas of a label.
bool is_part(std::string_view text, std::string_view label) {
    while (label.find(',') != std::string_view::npos) {
        if (label.substr(0, label.find(',')) == text) return true;
        label.remove_prefix(label.find(',') + 1);
        if (label == text) return true;
    }
    return false;
}

/// What may have been meant by a text that is no vertex.
std::string hint_for(std::string_view text, const Labels& labels, std::size_t n) {
    if (text.empty()) return "; a name is missing between two commas";
    if (text.starts_with('"')) return "; the opening quote needs a closing one";
    const auto counted = labels.first();
    if (counted == 0 && text == fmt::format("{}", n)) {
        return "; vertices count from 0, or with --index 1 from 1";
    }
    if (counted == 1 && text == "0") return "; vertices count from 1, or with --index 0 from 0";
    std::string hyphened(text);
    std::ranges::replace(hyphened, ':', '-');
    if (hyphened != text && find_range(hyphened, labels, n)) {
        return fmt::format("; a range is written {}", hyphened);
    }
    if (const std::size_t hyphen = text.find('-', 1); hyphen < text.size()) {
        const auto first = text.substr(0, hyphen), last = text.substr(hyphen + 1);
        const bool begins = find(first, labels, n).has_value(),
                   ends = find(last, labels, n).has_value();
        if (begins && ends) return fmt::format("; write the range as {}-{}", last, first);
        if (begins) return fmt::format("; as a range, its last vertex \"{}\" does not exist", last);
        if (ends) return fmt::format("; as a range, its first vertex \"{}\" does not exist", first);
    }
    for (std::size_t v = 0; v < n && !labels.integer(0); ++v) {
        const std::string label = labels.name(v);
        if (lower(label) == lower(text)) return fmt::format("; did you mean \"{}\"?", label);
        if (is_part(text, label)) {
            return fmt::format("; a name with a comma needs quotes that the shell keeps: '\"{}\"'",
                               label);
        }
    }
    return "";
}

[[noreturn]] void fail_unknown(std::string_view text, const Labels& labels, std::size_t n,
                               std::string_view option) {
    throw Error(
        ErrorKind::usage,
        fmt::format("{}: no vertex \"{}\"; there are {} vertices, \"{}\" to \"{}\"{}", option, text,
                    n, labels.name(0), labels.name(n - 1), hint_for(text, labels, n)));
}

std::string_view trimmed(std::string_view text) {
    const std::size_t first = std::min(text.find_first_not_of(' '), text.size());
    return text.substr(first, text.find_last_not_of(' ') + 1 - first);
}

/// Takes the next item off the text, with the comma after it.
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
        auto range = find_item(item, labels, n);
        if (!range) range = find_item(trimmed(item), labels, n);
        if (!range) fail_unknown(item, labels, n, option);
        for (std::size_t v = range->first; v <= range->second; ++v) vertices.push_back(v);
    }
    return vertices;
}

}  // namespace apsp::cli
