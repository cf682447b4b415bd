// See copies.hpp.
#include "backends/opencl/copies.hpp"

#include <vector>

namespace apsp::opencl {
namespace {

std::array<cl::size_type, 3> origin(const Pitched& part) {
    return {part.begin % part.pitch, part.begin / part.pitch, 0};
}

}  // namespace

Copies::~Copies() {
    if (pinned_ == nullptr) return;
    // Where the context is lost, the pinned memory is, too.
    clEnqueueUnmapMemObject(queue_(), buffer_(), pinned_, 0, nullptr, nullptr);
    drain();
}

unsigned char* Copies::pin(std::size_t bytes) {
    return guarded(launcher_.description().name, [&] {
        buffer_ = cl::Buffer(launcher_.context(), CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, bytes);
        return pinned_ = static_cast<unsigned char*>(
                   queue_.enqueueMapBuffer(buffer_, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, bytes));
    });
}

void Copies::write(const cl::Buffer& memory, const Pitched& part, const void* from, Event& done) {
    guarded(launcher_.label(), [&] {
        if (part.rows > 1) {
            queue_.enqueueWriteBufferRect(memory, CL_FALSE, origin(part), {0, 0, 0},
                                          {part.width, part.rows, 1}, part.pitch, 0, part.width, 0,
                                          from, nullptr, &done);
        } else {
            queue_.enqueueWriteBuffer(memory, CL_FALSE, part.begin, part.width, from, nullptr,
                                      &done);
        }
        queue_.flush();
    });
}

void Copies::read(const cl::Buffer& memory, const Pitched& part, void* to, Event& done) {
    guarded(launcher_.label(), [&] {
        if (part.rows > 1) {
            queue_.enqueueReadBufferRect(memory, CL_FALSE, origin(part), {0, 0, 0},
                                         {part.width, part.rows, 1}, part.pitch, 0, part.width, 0,
                                         to, nullptr, &done);
        } else {
            queue_.enqueueReadBuffer(memory, CL_FALSE, part.begin, part.width, to, nullptr, &done);
        }
        queue_.flush();
    });
}

void Copies::let_wait(const Event& event) {
    const std::vector<cl::Event> before = {event};
    guarded(launcher_.label(), [&] { queue_.enqueueBarrierWithWaitList(&before); });
}

}  // namespace apsp::opencl
