// See edge_attributes.hpp.
#include "io/edge_attributes.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "base/parse_number.hpp"
#include "base/text.hpp"
#include "io/edge_names.hpp"

namespace apsp {
namespace {

struct Entry {
    std::string key, value;
};

std::string trimmed(std::string_view text) {
    constexpr std::string_view kBlank = " \t\r";
    const std::size_t first = std::min(text.find_first_not_of(kBlank), text.size());
    text.remove_prefix(first);
    return std::string(text.substr(0, text.find_last_not_of(kBlank) + 1));
}

/// "np.float64(3.0)" -> "3.0"
std::string plain_value(std::string text) {
    const std::size_t open = text.find('(');
    if (text.starts_with("np.") && open != std::string::npos && text.ends_with(')')) {
        text = text.substr(open + 1, text.size() - open - 2);
    }
    return text;
}

/// The entries of a dict, keys without their quotes; false unless the text is one.
bool parse(std::string_view text, std::vector<Entry>& entries) {
    int depth = 0;
    char quote = '\0';
    std::string part;
    Entry entry;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quote != '\0') {
            part += c;
            if (c == '\\' && i + 1 < text.size()) part += text[++i];
            if (c == quote) quote = '\0';
            continue;
        }
        if (c == '"' || c == '\'') quote = c;
        if ((c == '}' || c == ')' || c == ']') && --depth == 0) {
            entry.value = plain_value(trimmed(part));
            if (!entry.key.empty()) entries.push_back(entry);
            return trimmed(text.substr(i + 1)).empty();
        }
        if (depth == 1 && c == ':' && entry.key.empty()) {
            entry.key = trimmed(std::exchange(part, ""));
            if (entry.key.size() > 1) entry.key = entry.key.substr(1, entry.key.size() - 2);
        } else if (depth == 1 && c == ',') {
            entry.value = plain_value(trimmed(std::exchange(part, "")));
            entries.push_back(std::exchange(entry, {}));
        } else if (depth > 0) {
            part += c;
        }
        if (c == '{' || c == '(' || c == '[') ++depth;
    }
    return false;
}

}  // namespace

double EdgeAttributes::take(TextScanner& scanner) {
    std::vector<Entry> entries;
    scanner.next_field();
    scanner.at_line_end();
    const std::string_view text = scanner.rest_of_line();
    if (!text.starts_with('{') || !parse(text, entries)) {
        scanner.fail("the edge's data, such as {'weight': 3}", TextScanner::quoted(text));
    }
    const auto find = [&](std::string_view key) {
        return std::ranges::find(entries, key, &Entry::key);
    };
    auto found = entries.end();
    if (!weight_.empty()) found = find(weight_);
    for (const std::string_view usual : kWeightNames) {
        if (weight_.empty() && found == entries.end()) found = find(usual);
    }
    if (weight_.empty() && found == entries.end()) {
        std::vector<std::string> numbers;
        for (const Entry& entry : entries) {
            if (is_number(entry.value)) numbers.push_back(entry.key);
        }
        if (numbers.size() > 1) {
            scanner.fail("data named weight",
                         fmt::format("{}; choose with ReadOptions::weight_column, or use "
                                     "ReadOptions::unweighted",
                                     fmt::join(numbers, ", ")));
        }
        guessed_ = !numbers.empty();
        if (guessed_) found = find(weight_ = numbers.front());
    }
    const double weight =
        found == entries.end() ? 1 : scanner.number_of(found->value, TextScanner::Number::weight);
    scanner.skip_to_line_end();
    return weight;
}

std::string EdgeAttributes::note() const {
    if (!guessed_) return "";
    return fmt::format(
        "the weights are the edges' only numbers, \"{}\"; "
        "ReadOptions::weight_column names others, ReadOptions::unweighted takes none",
        weight_);
}

}  // namespace apsp
