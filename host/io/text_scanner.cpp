// TextScanner's rare paths: long and fractional numbers, comments, and messages. from_chars parses
// these numbers: unlike strtod it rounds correctly in every locale and needs no terminating zero.
#include "io/text_scanner.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <optional>

#include "base/parse_number.hpp"
#include "base/text.hpp"
#include "io/hints.hpp"

namespace apsp {
namespace {

constexpr double kLargestExact = 0x1p53;

std::string_view describe(TextScanner::Number kind) {
    switch (kind) {
        case TextScanner::Number::real: return "a finite number";
        case TextScanner::Number::weight:
            return "a weight: a finite number, an integer of at most 2^53 (beyond, f64 is not "
                   "exact)";
        case TextScanner::Number::integer:
            return "an integer of at most 2^53 (beyond, f64 is not exact)";
    }
    return "a number";
}

struct Parsed {
    double value = 0;
    bool rounded = false;  ///< To a number that its user may not expect.
};

/// Whether a decimal number outside the range of f64, given without its sign, is too small rather
/// than too large. from_chars does not tell.
bool too_small(std::string_view text) {
    const std::size_t e = std::min(text.find_first_of("eE"), text.size());
    const std::string_view digits = text.substr(0, e);
    const auto point = static_cast<std::int64_t>(std::min(digits.find('.'), digits.size()));
    const auto first = static_cast<std::int64_t>(digits.find_first_of("123456789"));
    if (e == text.size()) return first > point;
    std::int64_t exponent = 0;
    const char* const begin = text.data() + e + 1 + (text[e + 1] == '+');
    const bool fits = std::from_chars(begin, text.data() + text.size(), exponent).ec == std::errc{};
    return fits ? exponent < first - point : *begin == '-';
}

/// Whether `value` is this integer to the last digit.
bool holds(std::string_view digits, double value) {
    digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
    return digits == fmt::format("{:.0f}", value);
}

/// A whole text as a number; nothing unless it is one of that kind.
std::optional<Parsed> parse_number(std::string_view text, TextScanner::Number kind) {
    const char* last = text.data() + text.size();
    // from_chars takes no plus sign.
    const char* first = text.data() + (text.size() > 1 && text[0] == '+' && text[1] != '-');
    double value = 0;
    const auto [end, error] = std::from_chars(first, last, value);
    if (text.empty() || error == std::errc::invalid_argument || end != last) return std::nullopt;
    const bool in_range = error == std::errc{};
    const bool small = in_range && std::abs(value) < kLargestExact;  // nearly all are
    if (small && kind != TextScanner::Number::integer) return Parsed{value};
    const char* digits = first + (*first == '-');
    const bool written_as_integer =
        std::all_of(digits, last, [](char c) { return c >= '0' && c <= '9'; });
    if (!written_as_integer && kind == TextScanner::Number::integer) return std::nullopt;
    if (!in_range) {
        return too_small({digits, last}) ? std::optional(Parsed{0, true}) : std::nullopt;
    }
    if (!std::isfinite(value)) return std::nullopt;
    if (!written_as_integer || small) return Parsed{value};
    const bool exact = holds({digits, last}, std::abs(value));
    if (kind == TextScanner::Number::real) return Parsed{value, !exact};
    return exact && std::abs(value) == kLargestExact ? std::optional(Parsed{value}) : std::nullopt;
}

std::string shortened(std::string_view text) {
    constexpr std::size_t kLongest = 32;
    return std::string(text.substr(0, kLongest)) + (text.size() > kLongest ? "..." : "");
}

}  // namespace

std::string TextScanner::quoted(std::string_view word) {
    constexpr std::size_t kLongest = 32;
    std::string text = "'";
    for (char c : word.substr(0, kLongest)) {
        const bool printable = c >= ' ' && c <= '~';
        text +=
            printable ? std::string(1, c) : fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    }
    return text + (word.size() > kLongest ? "...'" : "'");
}

TextScanner::TextScanner(const InputFile& file, char separator)
    : file_(&file),
      meter_(file.meter()),
      begin_(file.bytes().data()),
      p_(begin_),
      end_(begin_ + file.bytes().size()),
      separator_(separator) {
    check_text(file);
    if (file.bytes().starts_with("\xef\xbb\xbf")) p_ += 3;
}

bool TextScanner::next_line(std::string_view comments) {
    meter_.at(static_cast<std::size_t>(p_ - begin_));
    for (skip_blanks(); p_ != end_; skip_blanks()) {
        if (*p_ != '\n' && std::ranges::find(comments, *p_) == comments.end()) return true;
        skip_line();
    }
    return false;
}

void TextScanner::skip_line() {
    const void* newline = std::memchr(p_, '\n', bytes_left());
    if (newline == nullptr) {
        p_ = end_;
        return;
    }
    p_ = static_cast<const char*>(newline) + 1;
    ++line_;
}

std::string_view TextScanner::word_here() const {
    return {p_, std::find_if(p_, end_, [this](const char& c) { return ends_at(&c); })};
}

std::string_view TextScanner::word() {
    skip_blanks();
    const std::string_view found = word_here();
    p_ += found.size();
    return found;
}

std::size_t TextScanner::vertex_count() {
    skip_blanks();
    const char* start = p_;
    const std::uint64_t n = natural("a number of vertices");
    if (n == 0) {
        p_ = start;
        fail("at least one vertex");
    }
    // Graph refuses this many, in its own words, before we allocate anything for them.
    if (n > Graph::kMaxVertices) (void)Graph::from_arcs(n, {}, file_->name());
    return n;
}

std::uint64_t TextScanner::natural(std::string_view expected) {
    skip_blanks();
    const std::string_view text = word_here();
    std::uint64_t value = 0;
    if (!parse_whole(text, value)) fail(expected);
    p_ += text.size();
    return value;
}

double TextScanner::slow_number(Number kind) {
    const std::string_view text = word_here();
    const double value = number_of(text, kind);
    p_ += text.size();
    return value;
}

double TextScanner::quoted_number(Number kind) {
    return number_of(field(), kind);
}

double TextScanner::number_of(std::string_view text, Number kind) {
    auto value = parse_number(text, kind);
    if (!value && separator_ == ';') value = parse_number(with_point(text), kind);
    if (!value && text.empty()) fail(describe(kind));
    if (!value) {
        fail(describe(kind),
             fmt::format("{}{}{}", quoted(text),
                         separator_ == kBlanks ? "" : fmt::format(" in column {}", column()),
                         number_hint(text)));
    }
    if (value->rounded) note_rounding(text, value->value);
    return value->value;
}

std::string_view TextScanner::rest_of_line() const {
    return {p_, std::find(p_, end_, '\n')};
}

std::size_t TextScanner::column() const {
    const char* begin = p_;
    while (begin != begin_ && begin[-1] != '\n') --begin;
    std::size_t number = 1;
    bool quoted = false;
    for (const char* p = begin; p != p_; ++p) {
        if (*p == '"') quoted = !quoted;
        number += *p == separator_ && !quoted;
    }
    return number;
}

void TextScanner::note_rounding(std::string_view text, double value) {
    if (rounded_++ != 0) return;
    // Integers of up to 19 digits are shown with all of them.
    const std::string result =
        std::abs(value) < 1e19 ? fmt::format("{:.0f}", value) : fmt::format("{}", value);
    first_rounded_ = fmt::format("line {}: {} is rounded to {}", line_, shortened(text), result);
}

std::vector<std::string> TextScanner::notes() const {
    std::vector<std::string> all;
    if (separator_ == ';') {
        all.push_back(
            file_->name() +
            ": columns are separated by ';', so a comma in a number is its decimal point");
    }
    if (rounded_ == 0) return all;
    const std::size_t more = rounded_ - 1;
    const std::string others =
        more == 0 ? "" : fmt::format(" (and {} more weight{})", more, more == 1 ? "" : "s");
    all.push_back(fmt::format("{}: {}{}", file_->name(), first_rounded_, others));
    return all;
}

std::string_view TextScanner::field() {
    if (separator_ == kBlanks) return word();
    skip_blanks();
    if (p_ != end_ && *p_ == '"') return quoted_field();
    const char* first = p_;
    while (p_ != end_ && *p_ != separator_ && *p_ != '\n') ++p_;
    const char* last = p_;
    while (last != first && blank(last[-1])) --last;
    return {first, last};
}

/// RFC 4180: "" within quotes is one quote. A line end within quotes is refused: labels are written
/// one per line.
std::string_view TextScanner::quoted_field() {
    unquoted_.clear();
    for (const char* p = p_ + 1; p != end_ && *p != '\n'; ++p) {
        if (*p == '"') {
            if (p + 1 == end_ || p[1] != '"') {
                p_ = p + 1;
                if (!field_ends_at(p_)) fail_field();
                return unquoted_;
            }
            ++p;
        }
        unquoted_ += *p;
    }
    fail("a closing quote in this line", quoted({p_, std::find(p_, end_, '\n')}));
}

void TextScanner::fail_field() const {
    const std::string separator = separator_ == '\t' ? "a tab" : fmt::format("a '{}'", separator_);
    fail(separator + " and another column");
}

void TextScanner::fail_count(std::string_view things, std::uint64_t announced, std::size_t line,
                             std::uint64_t found) const {
    if (found > announced) {
        fail(fmt::format("no more than the {} {} of line {}", announced, things, line), "another");
    }
    fail(fmt::format("{} {} as line {} says", announced, things, line),
         fmt::format("the end of the file after {}", found));
}

void TextScanner::fail_vertex(std::size_t n) const {
    const std::string expected =
        n == 1 ? "vertex 1, the only one" : fmt::format("a vertex from 1 to {}", n);
    if (word_here() != "0") fail(expected);
    fail(expected, "'0'; vertices count from 1 in this format: add 1 to each");
}

void TextScanner::fail(std::string_view expected) const {
    if (p_ == end_) fail(expected, "the end of the file");
    const std::string_view word = word_here();
    if (word.empty() && *p_ == separator_ && separator_ != kBlanks) {
        fail(expected, fmt::format("the '{}' behind column {}", separator_, column()));
    }
    fail(expected, word.empty() ? "the end of the line" : quoted(word));
}

void TextScanner::fail(std::string_view expected, std::string_view found) const {
    throw Error(ErrorKind::bad_input,
                fmt::format("{}:{}: expected {}, found {}", file_->name(), line_, expected, found));
}

}  // namespace apsp
