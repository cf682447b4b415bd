// Copies between the host's memory and that of an OpenCL device.
#pragma once

#include "backends/opencl/launcher.hpp"
#include "backends/transfer.hpp"

namespace apsp::opencl {

/// See Transfer. They are in the launcher's queue or, `beside` what it computes, in one of their
/// own.
class Copies {
  public:
    using Memory = cl::Buffer;
    using Kernel = cl::Kernel;
    using Event = cl::Event;

    Copies(Launcher& launcher, bool beside)
        : launcher_(launcher), queue_(guarded(launcher.description().name, [&] {
              return beside ? cl::CommandQueue(launcher.context(), launcher.device())
                            : launcher.queue();
          })) {}
    Copies(const Copies&) = delete;
    Copies& operator=(const Copies&) = delete;
    ~Copies();

    unsigned char* pin(std::size_t bytes);
    Event event() const { return {}; }
    void write(const cl::Buffer& memory, const Pitched& part, const void* from, Event& done);
    void read(const cl::Buffer& memory, const Pitched& part, void* to, Event& done);
    /// Calls f with part of memory where the device works in the host's.
    template <class F>
    void mapped(const cl::Buffer& memory, const Pitched& part, cl_map_flags flags, F&& f) {
        guarded(launcher_.label(), [&] {
            void* const host = queue_.enqueueMapBuffer(memory, CL_TRUE, flags, part.begin,
                                                       (part.rows - 1) * part.pitch + part.width);
            f(host);
            queue_.enqueueUnmapMemObject(memory, host);
            queue_.finish();
        });
    }
    template <class... Arguments>
    void launch(cl::Kernel& kernel, const cl::NDRange& global, const cl::NDRange& local,
                const Arguments&... arguments) {
        launcher_.launch_in(queue_, nullptr, kernel, global, local, arguments...);
    }
    /// Makes what is copied next wait.
    void let_wait(const Event& event);
    void wait(const Event& done) {
        guarded(launcher_.label(), [&] { done.wait(); });
    }
    void finish() {
        guarded(launcher_.label(), [&] { queue_.finish(); });
    }
    void drain() noexcept { clFinish(queue_()); }

  private:
    const Launcher& launcher_;
    cl::CommandQueue queue_;
    cl::Buffer buffer_;  // what is pinned
    unsigned char* pinned_ = nullptr;
};

}  // namespace apsp::opencl
