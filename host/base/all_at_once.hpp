// The same done several times, in threads of its own.
#pragma once

#include <omp.h>

#include <cstddef>
#include <functional>
#include <thread>
#include <vector>

#include "base/carried_exception.hpp"
#include "base/stop.hpp"

namespace apsp {

/// Calls f(0), f(1), ... f(count - 1), all at once, with what the calling thread has of stop tokens
/// and threads; those that fail call `failed`, and the first exception is thrown.
template <class F>
void all_at_once(std::size_t count, const std::function<void()>& failed, F&& f) {
    CarriedException error;
    const auto guarded = [&, stop = stop_token(), threads = omp_get_max_threads()](std::size_t i) {
        const StopScope scope(stop);
        omp_set_num_threads(threads);
        if (!error.keep_from([&] { f(i); })) failed();
    };
    {
        std::vector<std::jthread> threads;
        for (std::size_t i = 1; i < count; ++i) threads.emplace_back(guarded, i);
        guarded(0);
    }
    error.rethrow();
}

}  // namespace apsp
