// Loops by several threads.
#include "base/team.hpp"

#include <atomic>
#include <chrono>
#include <ctime>
#include <set>
#include <thread>

#include "apsp/generate.hpp"
#include "apsp/solve.hpp"
#include "backends/backend.hpp"
#include "base/parallel_for.hpp"
#include "base/stopwatch.hpp"
#include "skipped.hpp"
#include "unit/helpers.hpp"

namespace apsp {
namespace {

constexpr double kLong = 1e6;  // ns: worth threads

/// The shortest of several solves on the processor.
double solve_seconds(const Graph& graph) {
    double best = 1e9;
    for (int repeat = 0; repeat < 10; ++repeat) {
        const Stopwatch watch;
        solve(graph, cpu_device(), {.algorithm = Algorithm::kleene});
        best = std::min(best, watch.seconds());
    }
    return best;
}

}  // namespace

TEST_CASE("team: each turn has one call, and calls at the same time have different places") {
    for (const std::size_t size : {1u, 2u, 3u, 17u}) {
        CAPTURE(size);
        std::vector<std::atomic<int>> calls(1000), inside(size);
        std::atomic<bool> right = true;
        const auto caller = std::this_thread::get_id();
        take_turns(size, calls.size(), [&](std::size_t turn, std::size_t place) {
            if (place >= size || inside[place]++ != 0) right = false;
            if (place == 0 && std::this_thread::get_id() != caller) right = false;
            if (team_limit() != 1) right = false;
            ++calls[turn];
            --inside[place];
        });
        CHECK(right);
        for (const auto& each : calls) CHECK(each == 1);
    }
}

TEST_CASE("team: turns of the second kind begin when all of the first have ended") {
    for (const std::size_t firsts : {0u, 1u, 40u}) {
        for (const std::size_t size : {1u, 2u, 17u}) {
            std::atomic<std::size_t> ended = 0, calls = 0;
            std::atomic<bool> right = true;
            const auto first = [&](std::size_t turn, std::size_t) {
                if (turn % 16 == 3) std::this_thread::sleep_for(std::chrono::milliseconds(2));
                ++ended;
            };
            const auto then = [&](std::size_t turn, std::size_t place) {
                if (ended != firsts || turn >= 100 || place >= size) right = false;
                ++calls;
            };
            take_turns(size, firsts, first, 100, then);
            CHECK(right);
            CHECK(calls == 100);
        }
    }
}

TEST_CASE("team: many short loops, from several threads, and between them none that spins") {
    std::vector<std::jthread> callers;
    std::atomic<bool> right = true;
    for (int caller = 0; caller < 3; ++caller) {
        callers.emplace_back([&right] {
            for (std::size_t loop = 0; loop < 3000; ++loop) {
                std::atomic<std::size_t> sum = 0;
                take_turns(1 + loop % 5, 1 + loop % 7,
                           [&](std::size_t turn, std::size_t) { sum += turn + 1; });
                const std::size_t turns = 1 + loop % 7;
                if (sum != turns * (turns + 1) / 2) right = false;
                if (loop % 500 == 0) std::this_thread::sleep_for(std::chrono::microseconds(200));
            }
        });
    }
    callers.clear();
    CHECK(right);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    const std::clock_t before = std::clock();
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    CHECK(static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC < 0.03);
}

TEST_CASE("team: a limit counts for the thread that sets it, while it lives") {
    const std::size_t before = team_limit();
    {
        const ThreadLimit alone(1);
        CHECK(team_limit() == 1);
        std::set<std::thread::id> threads;
        parallel_for({0, 100}, kLong,
                     [&](std::size_t) { threads.insert(std::this_thread::get_id()); });
        CHECK(threads.size() == 1);
        std::size_t other = 0;
        std::jthread([&] { other = team_limit(); }).join();
        CHECK(other == before);
    }
    CHECK(team_limit() == before);
    CHECK(before <= usable_processors());
}

TEST_CASE("parallel for: what threads have is merged, whatever turns they had") {
    for (const double cost : {1.0, kLong}) {
        for (const std::size_t count : {0u, 1u, 2u, 63u, 10'000u}) {
            std::size_t sum = 0, made = 0;
            std::atomic<bool> ascending = true;
            struct Own {
                std::size_t sum = 0, last = 0;
            };
            parallel_with(
                {7, 7 + count}, cost, [](std::size_t) { return Own(); },
                [&](Own& own, std::size_t i) {
                    if (i <= own.last) ascending = false;
                    own = {own.sum + i, i};
                },
                [&](const Own& own) {
                    sum += own.sum;
                    ++made;
                });
            CHECK(sum == count * (count + 13) / 2);
            CHECK(ascending);
            CHECK(made <= team_limit());
        }
    }
}

TEST_CASE("parallel for: an error or a stop ends the loop") {
    for (const double cost : {1.0, kLong}) {
        std::atomic<std::size_t> calls = 0;
        CHECK(test::error_of([&] {
                  parallel_for({0, 100'000}, cost, [&](std::size_t i) {
                      ++calls;
                      if (i == 10) throw Error(ErrorKind::no_device, "gone");
                  });
              }).has("gone"));
        CHECK(calls < 100'000);
        std::stop_source source;
        const StopScope scope(source.get_token());
        calls = 0;
        CHECK_THROWS_AS(parallel_for({0, 100'000}, cost,
                                     [&](std::size_t) {
                                         if (++calls == 10) source.request_stop();
                                     }),
                        Stopped);
        CHECK(calls < 100'000);
    }
}

TEST_CASE("team: on busy processors, threads together take no longer than one alone") {
    if (usable_processors() < 2) return skipped("one processor");
    const Graph graph = random_graph(250);
    std::atomic<bool> over = false;
    std::vector<std::jthread> hogs;
    for (std::size_t k = 0; k < 3 * usable_processors(); ++k) {
        hogs.emplace_back([&] {
            while (!over) {
            }
        });
    }
    std::vector<double> ratios;
    for (int round = 0; round < 5; ++round) {
        const double together = solve_seconds(graph);
        const ThreadLimit limit(1);
        ratios.push_back(together / solve_seconds(graph));
    }
    over = true;
    std::ranges::sort(ratios);
    CHECK(ratios[2] < 3);  // threads that wait for one another take 20 to 100 times as long
}

}  // namespace apsp
