// TextScanner's rare paths: long and fractional numbers, comments, and messages.
#include "io/text_scanner.hpp"

#include <algorithm>
#include <cstring>

#include "base/parse_number.hpp"
#include "base/text.hpp"
#include "io/foreign.hpp"
#include "io/hints.hpp"

namespace apsp {

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
    if (value->rounded) rounded_.add(line_, text, value->value);
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

std::vector<std::string> TextScanner::notes() const {
    std::vector<std::string> all;
    if (separator_ == ';') {
        all.push_back(
            file_->name() +
            ": columns are separated by ';', so a comma in a number is its decimal point");
    }
    if (rounded_.count() != 0) all.push_back(rounded_.note(file_->name()));
    return all;
}

std::string_view TextScanner::field() {
    skip_blanks();
    if (separator_ == kBlanks) return p_ != end_ && *p_ == '"' ? quoted_word() : word();
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

/// A word as R quotes it, with backslashes before quotes within; without a closing quote and a
/// blank behind it, a word like any other.
std::string_view TextScanner::quoted_word() {
    unquoted_.clear();
    const char* p = p_ + 1;
    for (; p != end_ && *p != '\n' && *p != '"'; ++p) {
        if (*p == '\\' && p + 1 != end_ && p[1] == '"') ++p;
        unquoted_ += *p;
    }
    if (p == end_ || *p == '\n' || !ends_at(p + 1)) return word();
    p_ = p + 1;
    return unquoted_;
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
