// One device with its in-order queue: builds kernels, launches them, and times what was launched.
// Host code that OpenCL and CUDA share calls it as backends/gpu_queue.hpp says.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <tuple>

#include "apsp/devices.hpp"
#include "backends/gpu_queue.hpp"
#include "backends/opencl/opencl.hpp"
#include "backends/opencl/program.hpp"
#include "base/stopwatch.hpp"

namespace apsp::opencl {

class Launcher {
  public:
    using Memory = cl::Buffer;
    using Kernel = cl::Kernel;
    using Range = cl::NDRange;
    using Event = cl::Event;

    explicit Launcher(const Device& description);
    Launcher(const Launcher&) = delete;
    Launcher& operator=(const Launcher&) = delete;
    ~Launcher();

    const std::string& label() const noexcept { return label_; }
    const Device& description() const noexcept { return description_; }
    const cl::Context& context() const noexcept { return context_; }
    const cl::Device& device() const noexcept { return device_; }
    cl::CommandQueue& queue() noexcept { return queue_; }

    // Each of these makes a failing call an Error that names the device.

    /// Kernels of a file, as a tuple.
    template <class... Names>
    auto kernels(std::string_view file, const KernelOptions& options, Names... names) const {
        return guarded(label_, [&] {
            const cl::Program program =
                build_program(context_, device_, description_, file, options);
            return std::make_tuple(cl::Kernel(program, names)...);
        });
    }
    /// Work-items that a group of the kernel can have.
    std::size_t most_items(const cl::Kernel& kernel) const {
        return guarded(label_,
                       [&] { return kernel.getWorkGroupInfo<CL_KERNEL_WORK_GROUP_SIZE>(device_); });
    }
    /// Memory of the device, which some give it only when it is first used. There is none of no
    /// bytes.
    cl::Buffer allocate(std::size_t bytes, std::string_view /*what*/ = {}) const {
        const std::size_t least = 16;
        return guarded(label_, [&] {
            return cl::Buffer(context_, CL_MEM_READ_WRITE, std::max(bytes, least));
        });
    }
    void* address(const cl::Buffer& memory) const { return memory(); }
    /// The host's, where the device works in that.
    cl::Buffer host_memory(void* host, std::size_t bytes) const {
        return guarded(label_, [&] {
            return cl::Buffer(context_, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, bytes, host);
        });
    }

    /// Enqueues a kernel with these arguments; sizes go as 64-bit integers, see `count`.
    template <class... Arguments>
    void launch(cl::Kernel& kernel, const cl::NDRange& global, const cl::NDRange& local,
                const Arguments&... arguments) {
        launch_in(queue_, first_() == nullptr ? &first_ : nullptr, kernel, global, local,
                  arguments...);
    }
    /// The same in some queue of the device.
    template <class... Arguments>
    void launch_in(cl::CommandQueue& queue, cl::Event* event, cl::Kernel& kernel,
                   const cl::NDRange& global, const cl::NDRange& local,
                   const Arguments&... arguments) const {
        guarded(label_, [&] {
            cl_uint index = 0;
            (kernel.setArg(index++, argument(arguments)), ...);
            enqueue(queue, event, kernel, global, local);
        });
    }
    template <class... Arguments>
    void launch_together(cl::Kernel& kernel, const cl::NDRange& global, const cl::NDRange& local,
                         const Arguments&... arguments) {
        launch(kernel, global, local, arguments...);
    }
    std::optional<std::size_t> most_together(const cl::Kernel&, std::size_t) const { return {}; }
    void copy(const cl::Buffer& from, const cl::Buffer& to, std::size_t bytes) {
        guarded(label_, [&] { queue_.enqueueCopyBuffer(from, to, 0, 0, bytes); });
    }
    /// To zeros, of which there are whole words.
    void clear(const cl::Buffer& memory, std::size_t bytes) {
        guarded(label_, [&] { queue_.enqueueFillBuffer(memory, cl_uint{0}, 0, bytes); });
    }
    /// Has arrived when it returns.
    void read(const cl::Buffer& memory, void* host, std::size_t bytes) {
        guarded(label_, [&] { queue_.enqueueReadBuffer(memory, CL_TRUE, 0, bytes, host); });
    }
    /// Copies a rectangle: where it begins (byte of a row, row), its size, and bytes of a row.
    void copy_rectangle(const cl::Buffer& from, std::array<std::size_t, 2> begin,
                        std::size_t from_pitch, const cl::Buffer& to, std::size_t width,
                        std::size_t rows);

    Event event() const { return {}; }
    /// The moment after what was launched so far.
    void mark(Event& event);
    double seconds_between(const Event& first, const Event& last) const;
    // There is one order of operations, whatever the thread.
    void join() {}
    void use() const {}

    /// Forgets what was launched so far: timing starts with the next launch.
    void restart();
    /// Waits for everything launched.
    void finish();
    /// The same where nobody asks for the time, or for errors.
    void drain() noexcept;
    /// Waits for what had been launched when this was called the last time but one.
    void throttle();
    /// From the first launch's start to the last one's end, on the device's clock where it works.
    double seconds() const;

  private:
    template <class Argument>
    static const Argument& argument(const Argument& argument) {
        return argument;
    }
    static cl::LocalSpaceArg argument(const LocalMemory& local) { return cl::Local(local.bytes); }
    void enqueue(cl::CommandQueue& queue, cl::Event* event, const cl::Kernel& kernel,
                 const cl::NDRange& global, const cl::NDRange& local) const;

    std::string label_;
    Device description_;
    cl::Device device_;
    cl::Context context_;
    cl::CommandQueue queue_;
    bool takes_turns_;
    cl::Event first_;  // only the first launch has an event: one each would cost 1 us
    cl::Event last_;   // a marker behind the last
    cl::Event marker_;
    Stopwatch watch_;
    double host_seconds_ = 0;
};

}  // namespace apsp::opencl
