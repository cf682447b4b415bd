// See launcher.hpp.
#include "backends/opencl/launcher.hpp"

#include <mutex>
#include <vector>

#include "backends/opencl/contexts.hpp"
#include "backends/opencl/devices.hpp"
#include "base/text.hpp"

namespace apsp::opencl {
namespace {

/// The open queues of PoCL's. It counts who uses a kernel's code, but two queues that run wider and
/// narrower forms of one kernel at once make it lose count and end the process
/// (pocl_release_dlhandle_cache in 3.1 and 5.0). So where there are several queues, kernels run one
/// after the other; each has all processors anyway.
struct PoclQueues {
    std::mutex mutex;
    std::vector<cl::CommandQueue> open;
};
PoclQueues& pocl_queues() {
    static auto* const instance = new PoclQueues;
    return *instance;
}

}  // namespace

Launcher::Launcher(const cl::Device& device, const Device& description)
    : label_(fmt::format("device {} ({})", description.index, description.name)),
      description_(description),
      device_(device),
      context_(context_of(device)),
      queue_(context_, device, CL_QUEUE_PROFILING_ENABLE),
      pocl_(is_pocl(description)) {
    if (!pocl_) return;
    PoclQueues& queues = pocl_queues();
    const std::lock_guard lock(queues.mutex);
    for (cl::CommandQueue& other : queues.open) other.finish();
    queues.open.push_back(queue_);
}

Launcher::~Launcher() {
    if (!pocl_) return;
    PoclQueues& queues = pocl_queues();
    const std::lock_guard lock(queues.mutex);
    std::erase_if(queues.open, [&](const cl::CommandQueue& each) { return each() == queue_(); });
}

void Launcher::enqueue(const cl::Kernel& kernel, const cl::NDRange& global,
                       const cl::NDRange& local) {
    const bool is_first = first_() == nullptr;
    const auto run = [&] {
        queue_.enqueueNDRangeKernel(kernel, cl::NullRange, global, local, nullptr,
                                    is_first ? &first_ : nullptr);
    };
    if (!pocl_) return run();
    PoclQueues& queues = pocl_queues();
    const std::lock_guard lock(queues.mutex);
    run();
    if (queues.open.size() > 1) queue_.finish();
}

void Launcher::start_timing() {
    queue_.finish();
    first_ = {};
    last_ = {};
    watch_ = {};
}

void Launcher::finish() {
    queue_.enqueueMarkerWithWaitList(nullptr, &last_);
    queue_.finish();
    host_seconds_ = watch_.seconds();
}

void Launcher::throttle() {
    cl::Event marker;
    queue_.enqueueMarkerWithWaitList(nullptr, &marker);
    queue_.flush();
    if (marker_() != nullptr) marker_.wait();
    marker_ = marker;
}

double Launcher::seconds() const {
    if (first_() == nullptr || last_() == nullptr) return host_seconds_;
    cl_ulong start = 0;
    cl_ulong end = 0;
    clGetEventProfilingInfo(first_(), CL_PROFILING_COMMAND_START, sizeof start, &start, nullptr);
    clGetEventProfilingInfo(last_(), CL_PROFILING_COMMAND_END, sizeof end, &end, nullptr);
    // Mesa's rusticl reports zeros, or a nanosecond for everything.
    const double device_seconds = end > start ? static_cast<double>(end - start) * 1e-9 : 0;
    const bool plausible =
        start != 0 && device_seconds > host_seconds_ / 1000 && device_seconds < host_seconds_ * 1.1;
    return plausible ? device_seconds : host_seconds_;
}

}  // namespace apsp::opencl
