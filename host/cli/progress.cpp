// A thread draws the line, so that it moves even while the work reports nothing. All lines share
// one mutex.
#include "cli/progress.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <condition_variable>
#include <cstdio>
#include <filesystem>
#include <mutex>
#include <system_error>

#include "base/text.hpp"
#include "platform/process.hpp"

namespace apsp::cli {
namespace {

constexpr auto kTick = std::chrono::milliseconds(250);
constexpr double kSoon = 0.8;  // seconds from the program's start without a line

struct Screen {
    std::mutex mutex;
    ProgressLine* innermost = nullptr;
    bool quiet = false;
    std::vector<std::string> notes;
    Stopwatch since_start;
};

Screen& screen() {
    static Screen instance;
    return instance;
}

/// "812 MB/s", "3.1 G distances/s".
std::string rate(double value, std::string_view unit) {
    constexpr std::string_view kPrefixes[] = {"", "k", "M", "G", "T"};
    std::size_t prefix = 0;
    for (; value >= 1000 && prefix + 1 < std::size(kPrefixes); ++prefix) value /= 1000;
    return fmt::format("{:.{}f} {}{}{}/s", value, value < 10 ? 1 : 0, kPrefixes[prefix],
                       prefix == 0 || unit == "B" ? "" : " ", unit);
}

/// On stderr, which may fail.
void put(const std::string& text) noexcept {
    (void)!std::fwrite(text.data(), 1, text.size(), stderr);
    std::fflush(stderr);
}

}  // namespace

void be_quiet() {
    screen().quiet = true;
}

bool is_quiet() {
    return screen().quiet;
}

void clear_progress() {
    const std::lock_guard lock(screen().mutex);
    if (screen().innermost != nullptr) screen().innermost->wipe();
}

void say(std::string_view line) noexcept {
    clear_progress();
    put(printable_lines(line) + "\n");
}

void note(std::string_view program, std::string_view kind, std::string_view text) {
    screen().notes.emplace_back(text);
    if (!is_quiet()) say(fmt::format("{}: {}: {}", program, kind, text));
}

std::vector<std::string> all_notes() {
    return screen().notes;
}

std::string duration(double seconds) {
    if (seconds < 90) return fmt::format("{:.0f} s", seconds);
    if (seconds < 5400) return fmt::format("{:.0f} min", seconds / 60);
    return fmt::format("{:.1f} h", seconds / 3600);
}

ProgressLine::ProgressLine(std::string phase, double amount, std::string unit)
    : phase_(std::move(phase)), amount_(amount), unit_(std::move(unit)) {
    if (is_quiet() || !error_is_terminal()) return;
    try {
        ticker_ = std::jthread([this](const std::stop_token& stop) { tick(stop); });
    } catch (const std::system_error&) {
        return;  // the system starts no more threads
    }
    const std::lock_guard lock(screen().mutex);
    outer_ = std::exchange(screen().innermost, this);
}

ProgressLine::~ProgressLine() {
    if (!ticker_.joinable()) return;
    ticker_.request_stop();
    ticker_.join();
    const std::lock_guard lock(screen().mutex);
    screen().innermost = outer_;
    wipe();
}

void ProgressLine::clear() {
    const std::lock_guard lock(screen().mutex);
    waiting_ = true;
    wipe();
}

void ProgressLine::show(double share) {
    const std::lock_guard lock(screen().mutex);
    share_ = share;
    share_at_ = watch_.seconds();
    waiting_ = false;
}

void ProgressLine::show(const std::string& text) {
    const std::lock_guard lock(screen().mutex);
    other_ = text;
    waiting_ = false;
}

std::function<void(double)> ProgressLine::callback() {
    if (!ticker_.joinable()) return {};
    return [this](double share) { show(share); };
}

void ProgressLine::tick(const std::stop_token& stop) {
    std::condition_variable_any never;
    std::unique_lock lock(screen().mutex);
    while (true) {
        never.wait_for(lock, stop, kTick, [] { return false; });
        if (stop.stop_requested()) return;
        if (screen().innermost == this && !waiting_) draw();
    }
}

void ProgressLine::draw() {
    if (screen().since_start.seconds() < kSoon) return;
    put(fmt::format("\r\033[K{:.{}}", printable(text()), terminal_columns() - 1));
    drawn_ = true;
}

void ProgressLine::wipe() {
    if (drawn_) put("\r\033[K");
    drawn_ = false;
}

std::string ProgressLine::text() const {
    const double elapsed = watch_.seconds();
    if (!other_.empty()) return fmt::format("{} {}, {}", phase_, other_, duration(elapsed));
    if (share_ <= 0) return fmt::format("{}, {}", phase_, duration(elapsed));
    const std::string at =
        amount_ > 0 ? ", " + rate(amount_ * share_ / share_at_, unit_) : std::string();
    if (share_ >= 1) {  // rows may still be taken and written
        return fmt::format("{}: done in {}{}; finishing for {}", phase_, duration(share_at_), at,
                           duration(elapsed - share_at_));
    }
    const double left = std::max(0.0, share_at_ / share_ - elapsed);
    return fmt::format("{}: {:.0f} % in {}{}, {} left", phase_, share_ * 100, duration(elapsed), at,
                       duration(left));
}

ProgressLine reading_line(const std::string& path) {
    std::error_code none;
    const auto size = std::filesystem::file_size(path, none);
    return ProgressLine("reading", none ? 0 : static_cast<double>(size), "B");
}

ProgressLine writing_line(const Matrix& matrix) {
    const std::size_t entries = matrix.rows() * matrix.n();
    return ProgressLine("writing", static_cast<double>(entries * size_of(matrix.dtype())), "B");
}

}  // namespace apsp::cli
