// Pieces of HTML. Texts that others wrote, such as names of vertices, stay texts.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace apsp {

/// For the content of an element, or an attribute between quotes.
std::string html_text(std::string_view text);

/// A table with a caption and a header; `rows` are texts. The first `words` columns hold words, and
/// the others numbers, which stand to the right.
std::string html_table(std::string_view caption, const std::vector<std::string>& header,
                       const std::vector<std::vector<std::string>>& rows, std::size_t words = 1);

/// 1234567 -> "1,234,567"; others with six digits.
std::string page_number(double value);

/// Bytes as printable characters (RFC 4648), for JSON.
std::string base64(const void* data, std::size_t bytes);

}  // namespace apsp
