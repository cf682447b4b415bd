// See text.hpp.
#include "base/text.hpp"

#include <algorithm>
#include <cstddef>

#include "apsp/errors.hpp"

namespace apsp {
namespace {

/// Bytes of the UTF-8 character that the text begins with; 0 if there is none.
std::size_t utf8_size(std::string_view text) {
    const auto byte = [&](std::size_t k) {
        return k < text.size() ? static_cast<unsigned char>(text[k]) : 0u;
    };
    const unsigned lead = byte(0);
    const std::size_t size = lead < 0x80                   ? 1
                             : lead >= 0xc2 && lead < 0xe0 ? 2
                             : lead >= 0xe0 && lead < 0xf0 ? 3
                             : lead >= 0xf0 && lead < 0xf5 ? 4
                                                           : 0;
    for (std::size_t k = 1; k < size; ++k) {
        if ((byte(k) & 0xc0) != 0x80) return 0;
    }
    return size;
}

/// Whether a terminal shows this character, and nothing else happens.
bool shown(std::string_view character) {
    if (character.size() == 1) return character[0] >= ' ' && character[0] != '\x7f';
    // U+0080 to U+009F control terminals; the marks of U+202A to U+202E and U+2066 to U+2069 turn
    // the direction of what follows.
    return !(character[0] == '\xc2' && character[1] < '\xa0') &&
           !(character >= "\xe2\x80\xaa" && character <= "\xe2\x80\xae") &&
           !(character >= "\xe2\x81\xa6" && character <= "\xe2\x81\xa9");
}

std::string escaped(std::string_view text, std::string_view also) {
    std::string safe;
    while (!text.empty()) {
        const std::size_t size = utf8_size(text);
        const std::string_view character = text.substr(0, std::max<std::size_t>(size, 1));
        if (size != 0 && (shown(character) || also.find(character) != std::string_view::npos)) {
            safe += character;
        } else {
            for (const char c : character) {
                safe += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
            }
        }
        text.remove_prefix(character.size());
    }
    return safe;
}

}  // namespace

std::string printable(std::string_view text) {
    return escaped(text, "");
}

std::string printable_lines(std::string_view text) {
    return escaped(text, "\n\t");
}

std::string in_quotes(std::string_view text) {
    constexpr std::size_t kLongest = 32;
    if (text.size() <= kLongest) return fmt::format("'{}'", printable(text));
    std::size_t cut = kLongest;  // not within a character
    while (cut + 4 > kLongest && (text[cut] & 0xc0) == 0x80) --cut;
    return fmt::format("'{}...'", printable(text.substr(0, cut)));
}

Error::Error(ErrorKind kind, const std::string& message)
    : std::runtime_error(printable_lines(message)), kind_(kind) {}

}  // namespace apsp
