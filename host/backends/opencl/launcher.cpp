// See launcher.hpp.
#include "backends/opencl/launcher.hpp"

#include <mutex>
#include <vector>

#include "backends/opencl/devices.hpp"
#include "backends/opencl/quirks.hpp"
#include "base/text.hpp"

namespace apsp::opencl {
namespace {

/// The open queues of devices whose queues must take turns.
struct Queues {
    std::mutex mutex;
    std::vector<cl::CommandQueue> open;
};
Queues& queues_in_turn() {
    static auto* const instance = new Queues;
    return *instance;
}

}  // namespace

Launcher::Launcher(const Device& description) try
    : label_(fmt::format("device {} ({})", description.index, description.name)),
      description_(description),
      device_(find_device(description)),
      context_(context_of(device_)),
      queue_(context_, device_, CL_QUEUE_PROFILING_ENABLE),
      takes_turns_(quirks_of(description).queues_must_take_turns) {
    if (!takes_turns_) return;
    Queues& queues = queues_in_turn();
    const std::lock_guard lock(queues.mutex);
    for (cl::CommandQueue& other : queues.open) other.finish();
    queues.open.push_back(queue_);
} catch (const cl::Error& error) {
    throw driver_error(description.name, error);
}

Launcher::~Launcher() {
    if (!takes_turns_) return;
    Queues& queues = queues_in_turn();
    const std::lock_guard lock(queues.mutex);
    std::erase_if(queues.open, [&](const cl::CommandQueue& each) { return each() == queue_(); });
}

void Launcher::enqueue(cl::CommandQueue& queue, cl::Event* event, const cl::Kernel& kernel,
                       const cl::NDRange& global, const cl::NDRange& local) const {
    const auto run = [&] {
        queue.enqueueNDRangeKernel(kernel, cl::NullRange, global, local, nullptr, event);
    };
    if (!takes_turns_) return run();
    Queues& queues = queues_in_turn();
    const std::lock_guard lock(queues.mutex);
    run();
    if (queues.open.size() > 1) queue.finish();
}

void Launcher::copy_rectangle(const cl::Buffer& from, std::array<std::size_t, 2> begin,
                              std::size_t from_pitch, const cl::Buffer& to, std::size_t width,
                              std::size_t rows) {
    guarded(label_, [&] {
        queue_.enqueueCopyBufferRect(from, to, {begin[0], begin[1], 0}, {0, 0, 0}, {width, rows, 1},
                                     from_pitch, 0, width, 0);
    });
}

void Launcher::mark(cl::Event& event) {
    guarded(label_, [&] {
        queue_.enqueueMarkerWithWaitList(nullptr, &event);
        queue_.flush();
    });
}

double Launcher::seconds_between(const cl::Event& first, const cl::Event& last) const {
    const auto at = [](const cl::Event& event) {
        return event.getProfilingInfo<CL_PROFILING_COMMAND_END>();
    };
    return guarded(label_, [&] {
        last.wait();
        const cl_ulong begin = at(first), end = at(last);
        return begin < end ? static_cast<double>(end - begin) * 1e-9 : 0.0;
    });
}

void Launcher::restart() {
    guarded(label_, [&] { queue_.finish(); });
    first_ = {};
    last_ = {};
    watch_ = {};
}

void Launcher::finish() {
    guarded(label_, [&] {
        queue_.enqueueMarkerWithWaitList(nullptr, &last_);
        queue_.finish();
    });
    host_seconds_ = watch_.seconds();
}

void Launcher::drain() noexcept {
    // A lost device has nothing to wait for.
    clEnqueueMarkerWithWaitList(queue_(), 0, nullptr, nullptr);
    clFinish(queue_());
}

void Launcher::throttle() {
    guarded(label_, [&] {
        cl::Event marker;
        queue_.enqueueMarkerWithWaitList(nullptr, &marker);
        queue_.flush();
        if (marker_() != nullptr) marker_.wait();
        marker_ = marker;
    });
}

double Launcher::seconds() const {
    if (first_() == nullptr || last_() == nullptr) return host_seconds_;
    cl_ulong start = 0;
    cl_ulong end = 0;
    clGetEventProfilingInfo(first_(), CL_PROFILING_COMMAND_START, sizeof start, &start, nullptr);
    clGetEventProfilingInfo(last_(), CL_PROFILING_COMMAND_END, sizeof end, &end, nullptr);
    return event_seconds(start, end, host_seconds_).value_or(host_seconds_);
}

}  // namespace apsp::opencl
