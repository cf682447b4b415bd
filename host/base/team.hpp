// Threads that work on a loop together: its turns go to whichever thread is free. The threads are
// oneTBB's, which sleep while there is nothing to do and are shared by all loops of a process. None
// is waited for that has not begun, so a loop needs no longer on busy processors than one thread
// would.
#pragma once

#include <cstddef>

namespace apsp {

/// The processors that this process may use.
std::size_t usable_processors();

/// The most threads that work on a loop of this thread, itself among them: what a ThreadLimit says,
/// or OMP_NUM_THREADS, but no more than the processors that the process may use, or the arena of
/// TBB that the thread is in. Within a loop, 1.
std::size_t team_limit();

/// For a thread that will soon have loops that are worth several threads: wakes them.
void wake_team();
/// Whether threads are awake that would work on a loop of this thread at once.
bool team_awake();

/// While it lives, so many threads at most work on a loop of this thread. Another thread that works
/// for this one has a limit of its own, which begins with what `now` returns here; 0 is none.
class ThreadLimit {
  public:
    explicit ThreadLimit(std::size_t threads);
    ~ThreadLimit();
    ThreadLimit(const ThreadLimit&) = delete;
    ThreadLimit& operator=(const ThreadLimit&) = delete;

    static std::size_t now();

  private:
    std::size_t before_;
};

/// Calls member(of, 0) on this thread and, at the same time, member(of, place) on as many others as
/// are free, with different places less than `size`. Members must not throw.
void run_team(std::size_t size, void (*member)(void* of, std::size_t place), void* of);

/// For a thread of a team that needs what others of it are working on.
void wait_for_count(const std::size_t& counter, std::size_t count);

/// Calls first(turn, place) for all turns < `firsts`, which begin in ascending order, on up to
/// `size` threads, and when all have ended, then(turn, place) for all turns < `thens`. They must
/// not throw. Calls at the same time have different places, all less than `size`; this thread's is
/// 0.
template <class First, class Then>
void take_turns(std::size_t size, std::size_t firsts, const First& first, std::size_t thens,
                const Then& then) {
    constexpr std::size_t kShares = 4;  // of the first turns, which are short, for each thread
    struct Shared {
        const First& first;
        const Then& then;
        std::size_t firsts, thens, length, pieces;  // the first turns are taken in pieces
        alignas(64) std::size_t next = 0;
        alignas(64) std::size_t ended = 0;
    } shared{first, then, firsts, thens, 1 + firsts / (kShares * size), 0};
    shared.pieces = (firsts + shared.length - 1) / shared.length;
    run_team(
        size < shared.pieces + thens ? size : shared.pieces + thens,
        [](void* of, std::size_t place) {
            Shared& all = *static_cast<Shared*>(of);
            const auto take = [&] { return __atomic_fetch_add(&all.next, 1, __ATOMIC_RELAXED); };
            std::size_t taken = take(), done = 0;
            for (; taken < all.pieces; taken = take(), ++done) {
                const std::size_t begin = taken * all.length, end = begin + all.length;
                for (std::size_t turn = begin; turn < end && turn < all.firsts; ++turn) {
                    all.first(turn, place);
                }
            }
            if (done != 0) __atomic_fetch_add(&all.ended, done, __ATOMIC_RELEASE);
            if (taken >= all.pieces + all.thens) return;
            wait_for_count(all.ended, all.pieces);
            for (; taken < all.pieces + all.thens; taken = take()) {
                all.then(taken - all.pieces, place);
            }
        },
        &shared);
}

/// The same for turns of one kind.
template <class F>
void take_turns(std::size_t size, std::size_t turns, const F& f) {
    take_turns(
        size, 0, [](std::size_t, std::size_t) {}, turns, f);
}

}  // namespace apsp
