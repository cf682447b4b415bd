// Runs a function several times at once, each call in a thread of its own.
#pragma once

#include <cstddef>
#include <functional>
#include <thread>
#include <vector>

#include "base/carried_exception.hpp"
#include "base/process.hpp"
#include "base/stop.hpp"
#include "base/team.hpp"

namespace apsp {

/// Calls f(0), f(1), ... f(count - 1) at the same time, each with the calling thread's stop token
/// and its limit of threads. A call that fails calls `failed`, if there is one; the first
/// exception is rethrown.
template <class F>
void all_at_once(std::size_t count, const std::function<void()>& failed, F&& f) {
    CarriedException error;
    const auto guarded = [&, stop = stop_token(), threads = ThreadLimit::now()](std::size_t i) {
        const StopScope scope(stop);
        const ThreadLimit same(threads);
        if (!error.keep_from([&] { f(i); }) && failed) failed();
    };
    {
        std::vector<std::jthread> threads;
        const bool all = error.keep_from([&] {
            for (std::size_t i = 1; i < count; ++i) {
                threads.push_back(start_thread([&guarded, i] { guarded(i); }));
            }
        });
        if (all) {
            guarded(0);
        } else if (failed) {
            failed();  // the others would wait for those that the system refused
        }
    }
    error.rethrow();
}

}  // namespace apsp
