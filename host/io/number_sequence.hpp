// Numbers of a text file that follow one another, however they are spread over its lines.
#pragma once

#include <fmt/core.h>

#include <cstdint>

#include "io/text_scanner.hpp"

namespace apsp {

class NumberSequence {
  public:
    explicit NumberSequence(TextScanner& scanner) : scanner_(scanner) {}

    /// Refuses a file that is too short for so many numbers, before anything is allocated for them.
    void expect(std::uint64_t count) {
        expected_ = count;
        // "0 " is 2 bytes.
        if (count > scanner_.bytes_left() / 2 + 1) {
            scanner_.fail(fmt::format("{} numbers", count),
                          fmt::format("a file with only {} bytes left", scanner_.bytes_left()));
        }
    }
    double next() {
        if (!more()) {
            scanner_.fail(fmt::format("{} numbers", expected_),
                          fmt::format("the end of the file after {}", found_));
        }
        ++found_;
        return scanner_.number(TextScanner::Number::weight);
    }
    /// Whether anything follows; moves there.
    bool more() {
        while (scanner_.at_line_end()) {
            if (scanner_.bytes_left() == 0) return false;
            scanner_.end_line();
        }
        return true;
    }

  private:
    TextScanner& scanner_;
    std::uint64_t expected_ = 0;
    std::uint64_t found_ = 0;
};

}  // namespace apsp
