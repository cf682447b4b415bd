// One line, rewritten in place at most ten times a second.
#include "cli/progress.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <cstdio>

namespace apsp::cli {

ProgressLine::ProgressLine(std::string what)
    : what_(std::move(what)), terminal_(isatty(STDERR_FILENO) != 0) {}

ProgressLine::~ProgressLine() {
    clear();
}

void ProgressLine::clear() {
    if (shown_) fmt::print(stderr, "\r\033[K");
    shown_ = false;
}

void ProgressLine::show(double share) {
    const double elapsed = since_start_.seconds();
    const double remaining = share > 0 ? elapsed * (1 - share) / share : 0;
    show(fmt::format("{:3.0f} %, {:.0f} s left", share * 100, remaining));
}

void ProgressLine::show(const std::string& text) {
    const double elapsed = since_start_.seconds();
    if (!terminal_ || elapsed < 1 || elapsed - last_shown_ < 0.1) return;
    last_shown_ = elapsed;
    shown_ = true;
    fmt::print(stderr, "\r\033[K{} {}", what_, text);
    std::fflush(stderr);
}

std::function<void(double)> ProgressLine::callback() {
    if (!terminal_) return {};
    return [this](double share) { show(share); };
}

}  // namespace apsp::cli
