// Threads that work on a loop together: its turns go to whichever thread is free. The threads are
// oneTBB's, which sleep while there is nothing to do and are shared by all loops of a process. None
// is waited for that has not begun, so a loop needs no longer on busy processors than one thread
// would.
//
// kernels.cpp includes this for each instruction set, so that it has no inline functions other than
// templates.
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
void take_turns(std::size_t firsts, const First& first, std::size_t thens, const Then& then,
                std::size_t size) {
    struct Shared {
        const First& first;
        const Then& then;
        std::size_t firsts, turns, next, ended;
    } shared{first, then, firsts, firsts + thens, 0, 0};
    run_team(
        size < shared.turns ? size : shared.turns,
        [](void* of, std::size_t place) {
            Shared& all = *static_cast<Shared*>(of);
            const auto take = [&] { return __atomic_fetch_add(&all.next, 1, __ATOMIC_RELAXED); };
            std::size_t turn = take();
            for (; turn < all.firsts; turn = take()) {
                all.first(turn, place);
                __atomic_fetch_add(&all.ended, 1, __ATOMIC_RELEASE);
            }
            if (turn < all.turns) wait_for_count(all.ended, all.firsts);
            for (; turn < all.turns; turn = take()) all.then(turn - all.firsts, place);
        },
        &shared);
}

/// The same for turns of one kind.
template <class F>
void take_turns(std::size_t turns, std::size_t size, const F& f) {
    take_turns(
        0, [](std::size_t, std::size_t) {}, turns, f, size);
}

}  // namespace apsp
