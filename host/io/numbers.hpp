// How the words of text files become numbers: the same in every reader of text.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace apsp {

/// What is accepted. All but `integer` take fractions, which are rounded; none takes nan or inf.
enum class NumberKind {
    real,    ///< Rounded to f64, which is noted where its users may not expect it.
    weight,  ///< Integers must be exact in f64.
    integer  ///< An integer that is exact in f64: at most 2^53.
};

/// What messages say was expected.
std::string_view describe(NumberKind kind);

struct ParsedNumber {
    double value = 0;
    bool rounded = false;  ///< In a way that its users may not expect; see RoundedNumbers.
};

/// The whole text as a number; nothing unless it is one of that kind.
std::optional<ParsedNumber> parse_number(std::string_view text, NumberKind kind);

/// Whether the text is "inf" or "infinity", in upper or lower case: a weight that means no arc.
bool is_infinite(std::string_view text);
/// "-inf" or "-infinity", in any case.
bool is_minus_infinite(std::string_view text);

/// Collects numbers that were rounded in a way that their users may not expect: integers beyond
/// 2^53, and numbers so small that they became 0.
class RoundedNumbers {
  public:
    /// Only the first one's line and text are kept.
    void add(std::size_t line, std::string_view text, double value);
    std::size_t count() const noexcept { return count_; }
    /// The first of them, and how many more there are. "" if there is none.
    std::string note(std::string_view file) const;

  private:
    std::size_t count_ = 0;
    std::string first_;  // "line 7: 9007199254740993 is rounded to 9007199254740992"
};

}  // namespace apsp
