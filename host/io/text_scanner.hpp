// Reads lines of words and numbers, and knows the line it is in for messages. Numbers of up to 15
// digits, which is nearly all, are parsed by hand here in the header: 2x the speed of from_chars.
// Blanks are space, tab and CR, so files with CRLF line ends read like any other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "io/input_file.hpp"

namespace apsp {

class TextScanner {
  public:
    /// What `number` accepts. All but `integer` take fractions, none takes nan or inf.
    enum class Number {
        real,    ///< Rounded to f64.
        weight,  ///< Integers must be exact in f64.
        integer  ///< An integer that is exact in f64: at most 2^53.
    };

    /// `file` must outlive the scanner. A UTF-8 byte order mark is skipped.
    explicit TextScanner(const InputFile& file);

    /// Moves to the first character of the next line that is not blank; false at the end of the
    /// file. To be called at a line's first character.
    bool next_line();
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

    /// The character here; only after `next_line` said true.
    char peek() const { return *p_; }
    /// The next word of the line, "" at its end.
    std::string_view word();
    std::uint64_t natural(std::string_view expected) {
        skip_blanks();
        std::uint64_t value = 0;
        const char* p = parse_digits(p_, value);
        if (p == p_ || p - p_ > kExactDigits || !ends_at(p)) return slow_natural(expected);
        p_ = p;
        return value;
    }
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

    std::size_t line() const noexcept { return line_; }
    /// Bytes from here to the end: bounds what a header may make us allocate.
    std::size_t bytes_left() const noexcept { return static_cast<std::size_t>(end_ - p_); }
    const InputFile& file() const noexcept { return *file_; }

    /// @throws Error bad_input "<file>:<line>: expected <expected>, found <the word here>"
    [[noreturn]] void fail(std::string_view expected) const;
    [[noreturn]] void fail(std::string_view expected, std::string_view found) const;

  private:
    static constexpr std::ptrdiff_t kExactDigits = 15;  // 10^15 < 2^53

    void skip_blanks() {
        while (p_ != end_ && (*p_ == ' ' || *p_ == '\t' || *p_ == '\r')) ++p_;
    }
    bool ends_at(const char* p) const {
        return p == end_ || *p == ' ' || *p == '\n' || *p == '\t' || *p == '\r';
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
    std::uint64_t slow_natural(std::string_view expected);
    double slow_number(Number kind);
    [[noreturn]] void fail_vertex(std::size_t n) const;

    const InputFile* file_;
    ProgressMeter meter_;
    const char* begin_;
    const char* p_;
    const char* end_;
    std::size_t line_ = 1;
};

}  // namespace apsp
