// Progress on stderr: only on a terminal, one line, gone at the end.
#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "apsp/matrix.hpp"
#include "base/stopwatch.hpp"

namespace apsp::cli {

/// No progress, notes or warnings from here on: --quiet.
void be_quiet();
bool is_quiet();

/// Call it before anything else is printed.
void clear_progress();
/// Prints a line, made printable, on stderr, over any progress. Where that is closed or full,
/// nothing happens: there is nowhere else to say so.
void say(std::string_view line) noexcept;
/// Says "program: note: text"; `kind` is note or warning.
void note(std::string_view program, std::string_view kind, std::string_view text);
/// The texts of all notes and warnings up to here, also those that --quiet did not print.
std::vector<std::string> all_notes();

/// "45 s", "3 min", "1.5 h".
std::string duration(double seconds);

/// A phase of the work: its name, the share that is done, the rate, and the time left. The line is
/// redrawn several times per second, even if nothing new has been shown. Of nested phases, the
/// innermost is drawn.
class ProgressLine {
  public:
    /// `amount` is the whole work, in `unit`, for the rate; 0 where there is none.
    explicit ProgressLine(std::string phase, double amount = 0, std::string unit = "");
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;
    ~ProgressLine();  ///< Clears the line.

    void show(double share);
    /// Shows any text instead of a share.
    void show(const std::string& text);
    void clear();
    /// For the library's callbacks; empty where nothing is drawn.
    std::function<void(double)> callback();

  private:
    friend void clear_progress();

    void tick(const std::stop_token& stop);
    void draw();
    void wipe();
    std::string text() const;

    std::string phase_;
    double amount_;
    std::string unit_;
    Stopwatch watch_;
    double share_ = 0;
    double share_at_ = 0;   // by watch_
    std::string other_;     // shown instead of a share
    bool waiting_ = false;  // cleared, and nothing shown since
    bool drawn_ = false;
    ProgressLine* outer_ = nullptr;
    std::jthread ticker_;  // only on a terminal
};

/// For a file that is read, with its size.
ProgressLine reading_line(const std::string& path);
/// For a matrix that is written.
ProgressLine writing_line(const Matrix& matrix);

}  // namespace apsp::cli
