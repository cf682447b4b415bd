// See crew.hpp.
#include "base/crew.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "base/spin.hpp"

namespace apsp {
namespace {

// The door: the number of the loop, how many helpers have come, and how many may come in.
constexpr unsigned kBits = 16;
constexpr std::uint64_t kMask = (std::uint64_t{1} << kBits) - 1,
                        kOneMore = std::uint64_t{1} << kBits;

std::uint64_t loop_of(std::uint64_t door) {
    return door >> (2 * kBits);
}
std::uint64_t came(std::uint64_t door) {
    return door >> kBits & kMask;
}
bool has_room(std::uint64_t door) {
    return came(door) < (door & kMask);
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
        const std::uint64_t door = door_.fetch_and(~kMask);
        const std::uint64_t inside = std::min(came(door), door & kMask);
        const auto all_left = [&] { return left_.load(std::memory_order_acquire) == inside; };
        if (spin(all_left)) return;
        for (std::uint32_t left = left_; left != inside; left = left_) left_.wait(left);
    }

    /// How many helpers have been called and not gone.
    std::atomic<std::size_t>& near() { return near_; }

    void help() {
        std::uint64_t last = 0;
        while (await_loop(last)) {
            const std::uint64_t door = door_.fetch_add(kOneMore);
            last = loop_of(door);
            if (!has_room(door)) continue;
            member_(of_, came(door) + 1);
            left_.fetch_add(1, std::memory_order_release);
            left_.notify_one();
        }
    }

  private:
    bool begun_since(std::uint64_t last, std::memory_order order) const {
        const std::uint64_t door = door_.load(order);
        return loop_of(door) != last && has_room(door);
    }

    /// Whether a loop other than the `last` begins before the helper has to go.
    bool await_loop(std::uint64_t last) {
        if (spin([&] { return begun_since(last, std::memory_order_relaxed); })) return true;
        --near_;  // The next loop calls another, unless it has begun and counted on this one.
        if (!begun_since(last, std::memory_order_seq_cst)) return false;
        ++near_;
        return true;
    }

    Member member_ = nullptr;
    void* of_ = nullptr;
    std::uint64_t loops_ = 0;
    // Each in a cache line of its own: what helpers read while they wait, what they write as they
    // leave, and what they write as they go.
    alignas(64) std::atomic<std::uint64_t> door_ = 0;
    alignas(64) std::atomic<std::uint32_t> left_ = 0;
    alignas(64) std::atomic<std::size_t> near_ = 0;
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
    return loop_->near() != 0;
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
