// Values of options: how a text becomes a typed field, and the message if it cannot.
#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "apsp/errors.hpp"
#include "base/nearest.hpp"
#include "base/parse_number.hpp"

namespace apsp::cli {

/// "f32, f64, i32": the names of enumerators.
template <class Range>
std::string names_of(const Range& range) {
    std::string text;
    for (const auto& item : range) text += (text.empty() ? "" : ", ") + std::string(name(item));
    return text;
}
/// The names in such a list.
std::vector<std::string> split(std::string_view list);

/// @throws Error usage, with a message as fmt::format makes it
template <class... Arguments>
[[noreturn]] void fail_usage(fmt::format_string<Arguments...> message, Arguments&&... arguments) {
    throw Error(ErrorKind::usage, fmt::format(message, std::forward<Arguments>(arguments)...));
}

/// How an option sets its field.
struct Value {
    /// @throws Error usage for a text that is none of its values
    std::function<void(const std::string& option, const std::string& text)> take;
    std::string known = {};   ///< The names that it takes, for completion.
    bool of_devices = false;  ///< It takes devices, too.
};

/// A flag gives the field this value.
template <class Field>
Value set(Field& field, bool to = true) {
    return {[&field, to](const auto&, const auto&) { field = to; }};
}
inline Value text(std::string& field) {
    return {[&field](const auto&, const std::string& text) { field = text; }};
}
inline Value file(std::filesystem::path& field) {
    return {[&field](const auto&, const std::string& text) { field = text; }};
}
/// Seconds of "60", "60s", "5m".
Value seconds(double& field);
/// Bytes of "8G", "1.5GiB", "300M", "64k" (powers of 1024) or "100000".
Value bytes(std::uint64_t& field);

template <class T>
struct Held {
    using Type = T;
};
template <class T>
struct Held<std::optional<T>> {
    using Type = T;
};

/// A number, which is all of the text.
template <class Field, class Number = typename Held<Field>::Type>
Value number(Field& field,
             std::type_identity_t<Number> least = std::numeric_limits<Number>::lowest()) {
    return {[&field, least](const std::string& option, const std::string& text) {
        Number number{};
        const bool any = least == std::numeric_limits<Number>::lowest();
        if (!parse_whole(text, number) || !(number >= least)) {  // NaN is not
            fail_usage("--{} {}: expected a {}number{}", option, text,
                       std::numeric_limits<Number>::is_integer ? "whole " : "",
                       any ? "" : fmt::format(" of at least {}", least));
        }
        field = number;
    }};
}

/// One of the names in `known`, which `parse` reads into an std::optional, or "auto" for none if
/// that is the first of them. `what` is for the message.
template <class Field, class Parse>
Value choice(Field& field, std::string_view what, Parse parse, const std::string& known) {
    return {[=, &field](const std::string&, const std::string& text) {
                if (known.starts_with("auto, ") && text == "auto" && !parse(text)) return;
                const auto value = parse(text);
                if (!value) {
                    fail_usage("unknown {} \"{}\"; choose from: {}{}", what, text, known,
                               did_you_mean(text, split(known)));
                }
                field = *value;
            },
            known};
}

/// The words of a list, "f32,i16", as `parse` reads them into an std::optional; each value once.
template <class T, class Parse>
Value list(std::vector<T>& field, Parse parse, const std::string& known = "") {
    return {[=, &field](const std::string& option, const std::string& text) {
                field.clear();
                for (std::size_t at = 0, end = 0; at < text.size(); at = end + 1) {
                    end = std::min(text.find(',', at), text.size());
                    const std::string word = text.substr(at, end - at);
                    const std::optional<T> value = parse(word);
                    if (!value) {
                        fail_usage("--{} {}: unknown name \"{}\"{}", option, text, word,
                                   did_you_mean(word, split(known)));
                    }
                    if (std::ranges::find(field, *value) == field.end()) field.push_back(*value);
                }
            },
            known};
}

}  // namespace apsp::cli
