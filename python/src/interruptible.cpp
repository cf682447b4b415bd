// See interruptible.hpp.
#include "interruptible.hpp"

#include <nanobind/nanobind.h>

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>

#include "apsp/stop.hpp"

namespace nb = nanobind;

namespace apsp::python {

void interruptible(const std::function<void()>& work) {
    constexpr auto kLook = std::chrono::milliseconds(50);
    std::stop_source source;
    std::mutex mutex;
    std::condition_variable changed;
    bool done = false;
    std::exception_ptr error;
    std::optional<nb::python_error> raised;
    {
        const nb::gil_scoped_release released;
        std::thread worker([&] {
            try {
                const StopScope scope(source.get_token());
                work();
            } catch (...) {
                error = std::current_exception();
            }
            const std::lock_guard lock(mutex);
            done = true;
            changed.notify_one();
        });
        std::unique_lock lock(mutex);
        while (!changed.wait_for(lock, kLook, [&] { return done; })) {
            lock.unlock();
            if (!raised) {
                const nb::gil_scoped_acquire acquired;
                if (PyErr_CheckSignals() != 0) raised.emplace();
            }
            if (raised) source.request_stop();
            lock.lock();
        }
        lock.unlock();
        worker.join();
    }
    if (raised) throw nb::python_error(*raised);
    if (error) std::rethrow_exception(error);
}

}  // namespace apsp::python
