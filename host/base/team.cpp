// See team.hpp.
#include "base/team.hpp"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <optional>
#include <thread>
#include <utility>

#include "base/crew.hpp"
#include "base/process.hpp"
#include "base/spin.hpp"

namespace apsp {
namespace {

constexpr std::size_t kAny = static_cast<std::size_t>(-1);

thread_local std::size_t limit = 0;
thread_local bool in_loop = false;

/// OMP_NUM_THREADS may be a list, of which the first number counts.
std::size_t environment_limit() {
    static const std::size_t threads = [] {
        const char* const text = std::getenv("OMP_NUM_THREADS");
        const long number = text == nullptr ? 0 : std::strtol(text, nullptr, 10);
        return number > 0 ? static_cast<std::size_t>(number) : kAny;
    }();
    return threads;
}

/// How many threads a team may have. TBB ends the process where the system refuses a thread, so
/// they are tried once, and if one is refused, TBB gets along with fewer.
std::size_t startable() {
    static std::optional<tbb::global_control> fewer;
    static const std::size_t threads = [] {
        constexpr std::size_t kOthers = 2;  // the progress line's, and one that touches memory
        const std::size_t most = std::min(usable_processors(), environment_limit());
        const std::size_t wanted = most - 1 + kOthers;
        const std::size_t found = startable_threads(wanted);
        const std::size_t team = std::max(found, kOthers) - kOthers + 1;
        if (found != wanted) fewer.emplace(tbb::global_control::max_allowed_parallelism, team);
        return team;
    }();
    return threads;
}

Crew& crew_of(std::size_t threads) {
    thread_local std::unique_ptr<Crew> crew;
    if (!crew || crew->threads() != threads) crew = std::make_unique<Crew>(threads);
    return *crew;
}

/// A member of a team, whose own loops have no team.
struct InLoop {
    void (*member)(void*, std::size_t);
    void* of;

    static void work(void* self, std::size_t place) {
        const auto& [member, of] = *static_cast<const InLoop*>(self);
        const bool before = std::exchange(in_loop, true);
        member(of, place);
        in_loop = before;
    }
};

}  // namespace

std::size_t usable_processors() {
    return static_cast<std::size_t>(tbb::info::default_concurrency());
}

std::size_t team_limit() {
    if (in_loop) return 1;
    const auto most = static_cast<std::size_t>(tbb::this_task_arena::max_concurrency());
    return std::min(limit != 0 ? limit : environment_limit(), most);
}

ThreadLimit::ThreadLimit(std::size_t threads) : before_(std::exchange(limit, threads)) {}
ThreadLimit::~ThreadLimit() {
    limit = before_;
}
std::size_t ThreadLimit::now() {
    return limit;
}

void wait_for_count(const std::size_t& counter, std::size_t count) {
    const auto there = [&] { return __atomic_load_n(&counter, __ATOMIC_ACQUIRE) == count; };
    while (!spin(there)) std::this_thread::yield();
}

void wake_team() {
    if (const std::size_t most = std::min(team_limit(), startable()); most > 1) {
        crew_of(most).call(most - 1);
    }
}

bool team_awake() {
    const std::size_t most = std::min(team_limit(), startable());
    return most > 1 && crew_of(most).awake();
}

void run_team(std::size_t size, void (*member)(void*, std::size_t), void* of) {
    InLoop each{member, of};
    const std::size_t most = size > 1 ? std::min(team_limit(), startable()) : 1;
    if (most <= 1) return InLoop::work(&each, 0);
    crew_of(most).run(size, InLoop::work, &each);
}

}  // namespace apsp
