// What opens a device, on OpenCL and CUDA: its queue and slabs, and an engine over them.
// gpu_queue.hpp describes Queue and Slabs.
#pragma once

#include <memory>
#include <optional>

#include "algorithms/engine.hpp"
#include "backends/gpu_queue.hpp"
#include "backends/gpu_results.hpp"
#include "backends/gpu_sweeps.hpp"

namespace apsp {

template <GpuQueue DeviceQueue, class DeviceSlabs>
struct GpuSession {
    using Queue = DeviceQueue;
    using Slabs = DeviceSlabs;

    GpuSession(const EngineOptions& options, const Device& device)
        : queue(device), slabs(queue, options) {}

    /// Makes the device the thread's current one, and restarts the queue's seconds.
    void restart() {
        queue.use();
        queue.restart();
    }

    Queue queue;
    Slabs slabs;
};

/// Derived classes make the parts.
template <class Session>
class GpuEngine : public Engine {
  public:
    GpuEngine(const EngineOptions& options, const Device& device)
        : options_(options), session_(options, device) {}
    ~GpuEngine() override { queue_.drain(); }

    DeviceMemory& memory() override { return slabs_; }
    Tiles* tiles() override { return tiles_.get(); }
    Steps* steps() override { return steps_.get(); }
    Results* results() override { return results_ ? &*results_ : nullptr; }
    Sweeps* sweeps() override { return sweeps_ ? &*sweeps_ : nullptr; }
    KeptWeights* weights() override {
        return options_.keep_weights && results_ ? &*results_ : nullptr;
    }

    void begin() override { session_.restart(); }
    void throttle() override { queue_.throttle(); }
    void finish() override {
        queue_.finish();
        if (tiles_ != nullptr) tiles_->finished();
    }
    double compute_seconds() const override { return queue_.seconds(); }

  protected:
    using Queue = typename Session::Queue;
    using Slabs = typename Session::Slabs;

    EngineOptions options_;
    Session session_;
    Queue& queue_ = session_.queue;
    Slabs& slabs_ = session_.slabs;
    std::unique_ptr<Tiles> tiles_;  // of blocked algorithms
    std::unique_ptr<Steps> steps_;  // of fw
    std::optional<GpuResults<Queue, Slabs>> results_;
    std::optional<GpuSweeps<Queue, Slabs>> sweeps_;
};

}  // namespace apsp
