// One device with its in-order queue: builds kernels, launches them, and times what was launched.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "apsp/devices.hpp"
#include "backends/opencl/opencl.hpp"
#include "backends/opencl/program.hpp"
#include "base/stopwatch.hpp"

namespace apsp::opencl {

class Launcher {
  public:
    Launcher(const cl::Device& device, const Device& description);
    Launcher(const Launcher&) = delete;
    Launcher& operator=(const Launcher&) = delete;
    ~Launcher();

    const std::string& label() const noexcept { return label_; }
    const Device& description() const noexcept { return description_; }
    const cl::Context& context() const noexcept { return context_; }
    const cl::Device& device() const noexcept { return device_; }
    cl::CommandQueue& queue() noexcept { return queue_; }

    // Each of these makes a failing call an Error that names the device.

    cl::Program build(std::string_view file, const KernelOptions& options) const {
        return guarded(label_, [&] { return build_program(context_, device_, file, options); });
    }
    /// Memory of the device, which some give it only when it is first used.
    cl::Buffer allocate(std::size_t bytes) const {
        return guarded(label_, [&] { return cl::Buffer(context_, CL_MEM_READ_WRITE, bytes); });
    }

    /// Enqueues a kernel with these arguments; sizes go as 64-bit integers, see `count`.
    template <class... Arguments>
    void launch(cl::Kernel& kernel, const cl::NDRange& global, const cl::NDRange& local,
                const Arguments&... arguments) {
        guarded(label_, [&] {
            cl_uint index = 0;
            (kernel.setArg(index++, arguments), ...);
            enqueue(kernel, global, local);
        });
    }
    /// Copies a rectangle: where it begins (byte of a row, row), its size, and bytes of a row.
    void copy_rectangle(const cl::Buffer& from, std::array<std::size_t, 2> begin,
                        std::size_t from_pitch, const cl::Buffer& to, std::size_t width,
                        std::size_t rows);

    /// Forgets what was launched so far: timing starts with the next launch.
    void start_timing();
    /// Waits for everything launched.
    void finish();
    /// The same where nobody asks for the time, or for errors.
    void drain() noexcept;
    /// Waits for what had been launched when this was called the last time but one.
    void throttle();
    /// From the first launch's start to the last one's end, on the device's clock where it works.
    double seconds() const;

  private:
    void enqueue(const cl::Kernel& kernel, const cl::NDRange& global, const cl::NDRange& local);

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

/// Kernel arguments of type ulong and uint.
inline cl_ulong offset(std::size_t value) {
    return value;
}
inline cl_uint count(std::size_t value) {
    return static_cast<cl_uint>(value);
}

}  // namespace apsp::opencl
