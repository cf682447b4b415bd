// Progress on stderr: only on a terminal, only for work that takes over a second.
#pragma once

#include <functional>
#include <string>

#include "base/stopwatch.hpp"

namespace apsp::cli {

class ProgressLine {
  public:
    explicit ProgressLine(std::string what);
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;
    ~ProgressLine();  ///< Clears the line.

    void show(double share);
    /// Any text, as seldom as `show`.
    void show(const std::string& text);
    void clear();
    /// For the library's callbacks; empty when stderr is not a terminal.
    std::function<void(double)> callback();

  private:
    std::string what_;
    bool terminal_;
    bool shown_ = false;
    Stopwatch since_start_;
    double last_shown_ = 0;
};

}  // namespace apsp::cli
