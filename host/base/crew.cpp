// See crew.hpp.
#include "base/crew.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "base/spin.hpp"

namespace apsp {
namespace {

// The door: the number of the loop, how many helpers have come in, and how many more may.
constexpr unsigned kBits = 16;
constexpr std::uint64_t kMask = (std::uint64_t{1} << kBits) - 1, kOneIn = std::uint64_t{1} << kBits;

std::uint64_t loop_of(std::uint64_t door) {
    return door >> (2 * kBits);
}
std::uint64_t inside(std::uint64_t door) {
    return door >> kBits & kMask;
}
bool admits(std::uint64_t door, std::uint64_t last) {
    return (door & kMask) != 0 && loop_of(door) != last;
}

}  // namespace

/// What a crew and its helpers share.
class Crew::Loop {
  public:
    void begin(std::size_t helpers, Member member, void* of) {
        member_ = member;
        of_ = of;
        left_.store(0, std::memory_order_relaxed);
        door_.store(++loops_ << (2 * kBits) | helpers);
    }

    /// Returns when all who came in have left.
    void end() {
        const std::uint64_t came = inside(door_.fetch_and(~kMask));
        const auto all_left = [&] { return left_.load(std::memory_order_acquire) == came; };
        if (spin(all_left)) return;
        for (std::uint32_t left = left_; left != came; left = left_) left_.wait(left);
    }

    /// How many helpers have been called and not gone.
    std::atomic<std::size_t>& near() { return near_; }
    bool awake() const { return waiting_ != 0; }

    void help() {
        std::uint64_t last = 0;
        while (await_loop(last)) {
            std::uint64_t door = door_;
            while (admits(door, last) && !door_.compare_exchange_weak(door, door + kOneIn - 1)) {
            }
            if (!admits(door, last)) continue;
            last = loop_of(door);
            member_(of_, inside(door) + 1);
            left_.fetch_add(1, std::memory_order_release);
            left_.notify_one();
        }
    }

  private:
    /// Whether a loop other than the `last` begins before the helper has to go.
    bool await_loop(std::uint64_t last) {
        ++waiting_;
        const bool begun =
            spin([&] { return admits(door_.load(std::memory_order_relaxed), last); });
        --waiting_;
        if (begun) return true;
        --near_;  // The next loop calls another, unless it has begun and counted on this one.
        if (!admits(door_, last)) return false;
        ++near_;
        return true;
    }

    Member member_ = nullptr;
    void* of_ = nullptr;
    std::uint64_t loops_ = 0;
    // What helpers read while they wait is apart from what they write as they leave.
    alignas(64) std::atomic<std::uint64_t> door_ = 0;
    alignas(64) std::atomic<std::uint32_t> left_ = 0;
    std::atomic<std::size_t> near_ = 0, waiting_ = 0;
};

Crew::Crew(std::size_t threads)
    : threads_(std::min(threads, std::size_t{kMask})),
      loop_(std::make_shared<Loop>()),
      arena_(static_cast<int>(threads_)) {}

void Crew::run(std::size_t size, Member member, void* of) {
    const std::size_t helpers = std::min(size, threads_) - 1;
    loop_->begin(helpers, member, of);
    call(helpers);
    member(of, 0);
    loop_->end();
}

bool Crew::awake() const {
    return loop_->awake();
}

void Crew::call(std::size_t helpers) {
    while (loop_->near() < helpers) {
        ++loop_->near();
        try {
            arena_.enqueue([loop = loop_] { loop->help(); });
        } catch (...) {  // no memory: with the helpers that there are
            --loop_->near();
            break;
        }
    }
}

}  // namespace apsp
