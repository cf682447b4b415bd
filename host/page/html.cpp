// See html.hpp.
#include "page/html.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "base/text.hpp"

namespace apsp {

std::string html_text(std::string_view text) {
    std::string safe;
    for (const char c : printable(text)) {
        switch (c) {
            case '&': safe += "&amp;"; break;
            case '<': safe += "&lt;"; break;
            case '>': safe += "&gt;"; break;
            case '"': safe += "&quot;"; break;
            case '\'': safe += "&#39;"; break;
            default: safe += c;
        }
    }
    return safe;
}

std::string html_table(std::string_view caption, const std::vector<std::string>& header,
                       const std::vector<std::vector<std::string>>& rows, std::size_t words) {
    const auto number = [&](std::size_t c) { return c < words ? "" : " class=\"number\""; };
    std::string html = fmt::format("<table><caption>{}</caption>\n<thead><tr>", html_text(caption));
    for (std::size_t c = 0; c < header.size(); ++c) {
        html += fmt::format("<th scope=\"col\"{}>{}</th>", number(c), html_text(header[c]));
    }
    html += "</tr></thead>\n<tbody>\n";
    for (const std::vector<std::string>& row : rows) {
        html += "<tr>";
        for (std::size_t c = 0; c < row.size(); ++c) {
            html += c == 0 ? fmt::format("<th scope=\"row\">{}</th>", html_text(row[c]))
                           : fmt::format("<td{}>{}</td>", number(c), html_text(row[c]));
        }
        html += "</tr>\n";
    }
    return html + "</tbody></table>\n";
}

std::string page_number(double value) {
    const bool whole = value == std::trunc(value) && std::abs(value) < 0x1p53;
    std::string digits =
        whole ? fmt::format("{}", static_cast<std::int64_t>(value)) : fmt::format("{:.6g}", value);
    if (digits.find('e') != std::string::npos) return digits;
    for (std::size_t k = std::min(digits.find('.'), digits.size()); k > (value < 0 ? 4U : 3U);) {
        k -= 3;
        digits.insert(k, 1, ',');
    }
    return digits;
}

std::string base64(const void* data, std::size_t bytes) {
    constexpr std::string_view kDigits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const auto* const from = static_cast<const unsigned char*>(data);
    std::string text;
    text.reserve((bytes + 2) / 3 * 4);
    for (std::size_t k = 0; k < bytes; k += 3) {
        std::uint32_t three = 0;
        for (std::size_t b = 0; b < 3; ++b) {
            three = three << 8U | (k + b < bytes ? from[k + b] : 0U);
        }
        for (std::size_t d = 0; d < 4; ++d) {
            text += k + d > bytes ? '=' : kDigits[three >> (18 - 6 * d) & 63U];
        }
    }
    return text;
}

}  // namespace apsp
