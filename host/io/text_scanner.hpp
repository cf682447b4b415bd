// Reads lines of words and numbers, and knows the line it is in for messages. Numbers of up to 15
// digits, which is nearly all, are parsed by hand here in the header: 2x the speed of from_chars.
// Blanks are space, tab and CR, so files with CRLF line ends read like any other. With a separator,
// lines are fields (which may hold blanks, or be quoted) between separators. Words may be quoted,
// too, where they are read as fields.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.hpp"
#include "io/input_file.hpp"
#include "io/numbers.hpp"

namespace apsp {

class TextScanner {
  public:
    using Number = NumberKind;

    /// Stands for no separator: fields are words between blanks.
    static constexpr char kBlanks = '\n';

    /// `file` must outlive the scanner. A UTF-8 byte order mark is skipped.
    /// @throws Error bad_input for data that is no text
    explicit TextScanner(const InputFile& file, char separator = kBlanks);

    /// Moves to the first character of the next line that is not blank, and does not begin with one
    /// of `comments`; false at the end of the file. To be called at a line's first character.
    bool next_line(std::string_view comments = {});
    /// Moves past the rest of the line, whatever it is.
    void skip_line();
    /// Moves past the line's end. @throws Error when something else comes first
    void end_line() {
        skip_blanks();
        if (p_ == end_) return;
        if (*p_ != '\n') fail("the end of the line");
        ++p_;
        ++line_;
    }

    /// Moves past the rest of the line, but not past its end.
    void skip_to_line_end() { p_ += rest_of_line().size(); }

    /// The character here; only after `next_line` has returned true.
    char peek() const { return *p_; }
    /// The next word of the line, "" at its end.
    std::string_view word();
    std::uint64_t natural(std::string_view expected);
    /// A number of vertices: at least 1. @throws Error out_of_memory for too many to ever hold
    std::size_t vertex_count();
    /// A vertex, written as 1 .. n, counted from 0.
    std::uint32_t vertex(std::size_t n) {
        skip_blanks();
        std::uint64_t value = 0;
        const char* p = parse_digits(p_, value);
        if (p == p_ || p - p_ > kExactDigits || !ends_at(p) || value - 1 >= n) fail_vertex(n);
        p_ = p;
        return static_cast<std::uint32_t>(value - 1);
    }
    double number(Number kind) {
        skip_blanks();
        const bool negative = p_ != end_ && *p_ == '-';
        const char* digits = p_ + negative;
        std::uint64_t value = 0;
        const char* p = parse_digits(digits, value);
        if (p == digits || p - digits > kExactDigits || !ends_at(p)) return slow_number(kind);
        p_ = p;
        const auto magnitude = static_cast<std::int64_t>(value);
        return static_cast<double>(negative ? -magnitude : magnitude);
    }

    /// Whether nothing but blanks is left of the line; moves past them.
    bool at_line_end() {
        skip_blanks();
        return p_ == end_ || *p_ == '\n';
    }
    /// Moves past the next word if `wanted` accepts it and it does not begin like a number.
    template <class Predicate>
    bool take_if(Predicate&& wanted) {
        skip_blanks();
        // Most words are numbers, which their first character tells from others.
        if (p_ == end_ || (*p_ >= '-' && *p_ <= '9')) return false;
        return take_word_if(wanted);
    }
    /// The same, however it begins.
    template <class Predicate>
    bool take_word_if(Predicate&& wanted) {
        skip_blanks();
        const std::string_view word = word_here();
        if (!wanted(word)) return false;
        p_ += word.size();
        return true;
    }
    /// Whether nothing but blanks is left of the field.
    bool at_field_end() const { return field_ends_at(p_); }
    /// Moves to the next field of the line. @throws Error where there is none
    void next_field() {
        skip_blanks();
        if (separator_ == kBlanks) return;
        if (p_ == end_ || *p_ != separator_) fail_field();
        ++p_;
    }
    /// The field here, without blanks around it or quotes; "" if it is empty. The text of a quoted
    /// field lives until the next call.
    std::string_view field();
    /// Reads an integer field in its usual form (see parse_integer_label). Returns false, and does
    /// not move, unless it is one of up to 18 digits.
    bool integer(std::int64_t& value) {
        skip_blanks();
        const bool negative = p_ != end_ && *p_ == '-';
        const char* digits = p_ + negative;
        std::uint64_t magnitude = 0;
        const char* p = parse_digits(digits, magnitude);
        if (p == digits || p - digits > 18 || !ends_at(p)) return false;
        if (*digits == '0' && p - p_ > 1) return false;
        if (separator_ != kBlanks && !field_ends_at(p)) return false;
        p_ = p;
        value =
            negative ? -static_cast<std::int64_t>(magnitude) : static_cast<std::int64_t>(magnitude);
        return true;
    }
    /// Like `number`, for a field that may be quoted.
    double number_field(Number kind) {
        skip_blanks();
        return p_ != end_ && *p_ == '"' ? quoted_number(kind) : number(kind);
    }
    /// The text of the field that was read last as a number.
    double number_of(std::string_view text, Number kind);

    std::size_t line() const noexcept { return line_; }
    char separator() const noexcept { return separator_; }
    /// The number of the field here, from 1.
    std::size_t column() const;
    /// From here to the line's end.
    std::string_view rest_of_line() const;
    /// Bytes from here to the end: bounds what a header may make us allocate.
    std::size_t bytes_left() const noexcept { return static_cast<std::size_t>(end_ - p_); }
    const InputFile& file() const noexcept { return *file_; }

    /// @throws Error bad_input "<file>:<line>: expected <expected>, found <the word here>"
    [[noreturn]] void fail(std::string_view expected) const;
    [[noreturn]] void fail(std::string_view expected, std::string_view found) const;
    /// For when a line announced a number of things, and the file has one more, or ends after
    /// fewer.
    [[noreturn]] void fail_count(std::string_view things, std::uint64_t announced, std::size_t line,
                                 std::uint64_t found) const;
    /// How many numbers were rounded; see RoundedNumbers.
    std::size_t rounded() const noexcept { return rounded_.count(); }
    /// What may surprise the author of the file, each a line: how many numbers were rounded like
    /// that, with the first, and that columns are separated by semicolons.
    std::vector<std::string> notes() const;
    static std::string quoted(std::string_view word) { return in_quotes(word); }

  private:
    static constexpr std::ptrdiff_t kExactDigits = 15;  // 10^15 < 2^53

    bool blank(char c) const { return (c == ' ' || c == '\t' || c == '\r') && c != separator_; }
    void skip_blanks() {
        while (p_ != end_ && blank(*p_)) ++p_;
    }
    bool ends_at(const char* p) const {
        return p == end_ || *p == ' ' || *p == '\n' || *p == '\t' || *p == '\r' || *p == separator_;
    }
    bool field_ends_at(const char* p) const {
        while (p != end_ && blank(*p)) ++p;
        return p == end_ || *p == separator_ || *p == '\n';
    }
    const char* parse_digits(const char* p, std::uint64_t& value) const {
        for (; p != end_; ++p) {
            const unsigned digit = static_cast<unsigned char>(*p) - unsigned{'0'};
            if (digit > 9) break;
            value = value * 10 + digit;  // may wrap: callers look at the number of digits
        }
        return p;
    }
    std::string_view word_here() const;
    double slow_number(Number kind);
    std::string_view quoted_field();
    std::string_view quoted_word();
    double quoted_number(Number kind);
    [[noreturn]] void fail_vertex(std::size_t n) const;
    [[noreturn]] void fail_field() const;

    const InputFile* file_;
    ProgressMeter meter_;
    const char* begin_;
    const char* p_;
    const char* end_;
    std::size_t line_ = 1;
    char separator_;
    std::string unquoted_;
    RoundedNumbers rounded_;
};

}  // namespace apsp
