// See option_names.hpp.
#include "base/option_names.hpp"

#include <algorithm>

namespace apsp {
namespace {

bool in_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
}

}  // namespace

std::string with_options_named(std::string message, std::span<const OptionName> names) {
    for (const auto& [library, caller] : names) {
        const bool prefix = library.ends_with(':');
        for (std::size_t at = 0; (at = message.find(library, at)) != std::string::npos;) {
            const std::size_t after = at + library.size();
            if (!prefix && after < message.size() && in_name(message[after])) {
                at = after;
                continue;
            }
            message.replace(at, library.size(), caller);
            at += caller.size();
            if (!caller.ends_with('-')) continue;
            const auto first = message.begin() + static_cast<std::ptrdiff_t>(at);
            std::replace(first, std::find_if_not(first, message.end(), in_name), '_', '-');
        }
    }
    return message;
}

}  // namespace apsp
