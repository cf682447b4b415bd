// The lines of an edge list that are not comments.
#pragma once

#include "io/text_scanner.hpp"

namespace apsp {

inline constexpr std::string_view kEdgeLine = "a line 'source target' or 'source target weight'";

/// Moves to the next line that is neither blank nor a comment; false at the end of the file.
/// Between blanks, a comment begins with '#' or '%'; in separated columns, where a label might
/// begin so, only lines before the `first` one are comments.
inline bool next_edge(TextScanner& scanner, char separator, bool first) {
    while (scanner.next_line()) {
        const char c = scanner.peek();
        const bool comment = c == '#' || c == '%';
        if (!comment || (separator != TextScanner::kBlanks && !first)) return true;
        scanner.skip_line();
    }
    return false;
}

}  // namespace apsp
