// A device's operations in order: a main stream, and an urgent one that may run ahead of it.
#pragma once

#include "backends/cuda/runtime.hpp"

namespace apsp::cuda {

class Queue {
  public:
    explicit Queue(const Card& card);
    Queue(const Queue&) = delete;
    Queue& operator=(const Queue&) = delete;
    /// Waits for everything.
    ~Queue() { drain(); }

    cudaStream_t main() const noexcept { return main_; }
    cudaStream_t ahead() const noexcept { return ahead_; }

    /// Before an operation: timing begins with the first one. Several engines may be in use, each
    /// in a thread of its own.
    void start();
    /// Forgets what was timed so far.
    void restart() noexcept { started_ = false; }

    /// Makes one stream wait for what the other has been given.
    void let_main_wait() { wait(main_, ahead_, ahead_reached_); }
    void let_ahead_wait() { wait(ahead_, main_, main_reached_); }
    /// The ahead stream runs on its own until `join`, after which the main one is behind both.
    void run_ahead() noexcept { ahead_runs_ = true; }
    bool runs_ahead() const noexcept { return ahead_runs_; }
    void join();

    void throttle();
    void finish();
    void drain() noexcept;
    double seconds() const;

  private:
    void wait(cudaStream_t waiting, cudaStream_t running, const Event& event);

    const Card& card_;
    Stream main_, ahead_;
    Event main_reached_, ahead_reached_;
    Event start_, stop_;
    Event markers_[2];
    int marker_ = 0;
    bool started_ = false;
    bool ahead_runs_ = false;
};

}  // namespace apsp::cuda
