// See interruptible.hpp.
#include "interruptible.hpp"

#include <nanobind/nanobind.h>

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <stop_token>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "apsp/stop.hpp"
#include "platform/process.hpp"

namespace nb = nanobind;

namespace apsp::python {
namespace {

using Work = std::function<void()>;

/// A thread that is kept: starting one takes longer than solving a small graph.
class Worker {
  public:
    Worker() {
        std::thread([this] { run(); }).detach();
    }

    void begin(const Work& work, std::stop_token stop) {
        const std::lock_guard lock(mutex_);
        stop_ = std::move(stop);
        work_ = &work;
        changed_.notify_all();
    }

    /// Whether the work is done, or becomes done within this time.
    bool done_within(std::chrono::milliseconds time) {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, time, [&] { return work_ == nullptr; });
    }

    /// What the work threw, if anything.
    std::exception_ptr error() { return std::exchange(error_, nullptr); }

    /// Ends the thread, which is waiting, and deletes this.
    void end() {
        const std::lock_guard lock(mutex_);
        ending_ = true;
        changed_.notify_all();
    }

  private:
    void run() {
        {
            std::unique_lock lock(mutex_);
            for (;;) {
                const auto called = [&] { return work_ != nullptr || ending_; };
                while (!changed_.wait_for(lock, std::chrono::hours(1), called))
                    continue;  // as Monitor
                if (ending_) break;
                lock.unlock();
                try {
                    const StopScope scope(stop_);
                    (*work_)();
                } catch (...) {
                    error_ = std::current_exception();
                }
                lock.lock();
                work_ = nullptr;
                changed_.notify_all();
            }
        }
        delete this;
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    const Work* work_ = nullptr;  // null while there is none
    std::stop_token stop_;
    std::exception_ptr error_;
    bool ending_ = false;
};

/// The workers that wait for work. Accessed only with the interpreter's lock, so that no other
/// thread is in the middle of an access when this process forks.
class Workers {
  public:
    Worker* take() {
        // The parent process's threads do not exist in a forked process.
        if (std::exchange(process_, process_id()) != process_id()) idle_.clear();
        if (idle_.empty()) return new Worker;
        Worker* const worker = idle_.back();
        idle_.pop_back();
        return worker;
    }

    void give_back(Worker* worker) {
        idle_.size() < kMost ? idle_.push_back(worker) : worker->end();
    }

  private:
    static constexpr std::size_t kMost = 4;
    int process_ = process_id();
    std::vector<Worker*> idle_;
};

}  // namespace

void interruptible(const Work& work) {
    constexpr auto kLook = std::chrono::milliseconds(50);
    static Workers workers;
    std::stop_source source;
    std::optional<nb::python_error> raised;
    Worker* worker = nullptr;
    try {
        worker = workers.take();
    } catch (const std::system_error&) {  // no thread can be started
        const nb::gil_scoped_release released;
        return work();
    }
    {
        const nb::gil_scoped_release released;
        worker->begin(work, source.get_token());
        while (!worker->done_within(kLook)) {
            if (!raised) {
                const nb::gil_scoped_acquire acquired;
                if (PyErr_CheckSignals() != 0) raised.emplace();
            }
            if (raised) source.request_stop();
        }
    }
    const std::exception_ptr error = worker->error();
    workers.give_back(worker);
    if (raised) throw nb::python_error(*raised);
    if (error) std::rethrow_exception(error);
}

}  // namespace apsp::python
