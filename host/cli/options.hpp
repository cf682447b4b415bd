// What the options of all commands have in common.
#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <cxxopts.hpp>
#include <limits>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "apsp/errors.hpp"
#include "base/nearest.hpp"
#include "base/parse_number.hpp"

namespace apsp::cli {

/// For an option that is a text.
inline std::shared_ptr<cxxopts::Value> text() {
    return cxxopts::value<std::string>();
}
inline std::shared_ptr<cxxopts::Value> text(const std::string& otherwise) {
    return text()->default_value(otherwise);
}

/// --quiet, --json and --help.
void add_report_options(cxxopts::Options& options);

/// "f32, f64, i32": the names of enumerators.
template <class Range>
std::string names_of(const Range& range) {
    std::string text;
    for (const auto& item : range) text += (text.empty() ? "" : ", ") + std::string(name(item));
    return text;
}

/// The names in such a list.
std::vector<std::string> split(std::string_view list);

/// The option's text, empty where it was not given.
std::string text_of(const cxxopts::ParseResult& parsed, const std::string& option);

/// The text of an option that the command cannot do without.
/// @throws Error usage
std::string needed(const cxxopts::ParseResult& parsed, const std::string& option,
                   std::string_view command);
/// @throws Error usage when the program was given anything but options
void check_no_arguments(const cxxopts::ParseResult& parsed, std::string_view program);

/// The option's text as `parse` reads it, empty if the option was not given; `what` and the known
/// names are for the message.
/// @throws Error usage if `parse` returns nothing
template <class Parse>
auto parse_option(const cxxopts::ParseResult& parsed, const std::string& option, Parse parse,
                  std::string_view what, const std::string& known) {
    decltype(parse("")) value;
    if (parsed.count(option) == 0) return value;
    const std::string text = text_of(parsed, option);
    value = parse(text);
    if (value) return value;
    throw Error(ErrorKind::usage, fmt::format("unknown {} \"{}\"; choose from: {}{}", what, text,
                                              known, did_you_mean(text, split(known))));
}

/// The words of a list, "f32,i16", as `parse` reads them into an std::optional; each value once.
/// The known names are for the message.
/// @throws Error usage for a word for which `parse` returns nothing
template <class Parse>
auto parse_list(const std::string& text, const std::string& option, Parse parse,
                const std::string& known = "") {
    std::vector<typename decltype(parse(""))::value_type> values;
    std::istringstream stream(text);
    for (std::string word; std::getline(stream, word, ',');) {
        const auto value = parse(word);
        if (!value) {
            throw Error(ErrorKind::usage,
                        fmt::format("--{} {}: unknown name \"{}\"{}", option, text, word,
                                    did_you_mean(word, split(known))));
        }
        if (std::ranges::find(values, *value) == values.end()) values.push_back(*value);
    }
    return values;
}

/// The option's number, which is all of its text; empty without the option and a default.
/// @throws Error usage for any other text, or less than `least`
template <class Number>
std::optional<Number> number_of(const cxxopts::ParseResult& parsed, const std::string& option,
                                Number least = std::numeric_limits<Number>::lowest()) {
    if (parsed.count(option) == 0 && !parsed[option].has_default()) return std::nullopt;
    const auto& text = parsed[option].as<std::string>();
    Number number{};
    if (parse_whole(text, number) && number >= least) return number;
    const bool any = least == std::numeric_limits<Number>::lowest();
    throw Error(ErrorKind::usage,
                fmt::format("--{} {}: expected a {}number{}", option, text,
                            std::numeric_limits<Number>::is_integer ? "whole " : "",
                            any ? "" : fmt::format(" of at least {}", least)));
}

/// Seconds of "60", "60s", "5m". @throws Error usage
double parse_budget(std::string_view text, std::string_view option = "--budget");

/// Bytes of "8G", "1.5GiB", "300M", "64k" (powers of 1024) or "100000". @throws Error usage
std::uint64_t parse_bytes(std::string_view text, std::string_view option);

}  // namespace apsp::cli
