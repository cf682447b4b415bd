// See stripes.hpp.
#include "backends/opencl/stripes.hpp"

#include <cstring>

#include "core/parallel_copy.hpp"

namespace apsp {

Stripes::Stripes(Launcher& launcher, const std::vector<Stripe>& stripes, std::size_t row_bytes)
    : launcher_(launcher),
      row_bytes_(row_bytes),
      stripes_(stripes),
      copies_(launcher.context(), launcher.device()) {
    for (const Stripe& stripe : stripes_) {
        const std::size_t bytes = stripe.rows.size() * row_bytes_;
        buffers_.push_back(in_place() ? cl::Buffer(launcher.context(),
                                                   CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, bytes,
                                                   stripe.host)
                                      : launcher.allocate(bytes));
    }
    if (!in_place()) transfer_.emplace(launcher.context(), copies_);
}

Mark Stripes::mark() {
    launcher_.queue().enqueueMarkerWithWaitList(nullptr, &marks_[next_mark_ % kMarks]);
    launcher_.queue().flush();
    return next_mark_++;
}

void Stripes::wait_for(Mark mark) {
    if (mark == kNoMark) return;
    const std::vector<cl::Event> done = {marks_[mark % kMarks]};
    copies_.enqueueBarrierWithWaitList(&done);
}

void Stripes::put(std::size_t stripe, Range rows, const void* host, Mark mark) {
    wait_for(mark);
    const std::size_t first = begin(stripe, rows), bytes = rows.size() * row_bytes_;
    if (transfer_) return transfer_->to_device(host, buffers_[stripe], bytes, first);
    void* const mapped =
        copies_.enqueueMapBuffer(buffers_[stripe], CL_TRUE, CL_MAP_WRITE, first, bytes);
    if (mapped != host) parallel_copy(mapped, host, bytes);
    copies_.enqueueUnmapMemObject(buffers_[stripe], mapped);
    copies_.finish();
}

void Stripes::get(std::size_t stripe, Range rows, void* host, Mark mark) {
    wait_for(mark);
    const std::size_t first = begin(stripe, rows), bytes = rows.size() * row_bytes_;
    if (transfer_) return transfer_->to_host(buffers_[stripe], host, bytes, first);
    void* const mapped =
        copies_.enqueueMapBuffer(buffers_[stripe], CL_TRUE, CL_MAP_READ, first, bytes);
    if (mapped != host) parallel_copy(host, mapped, bytes);
    copies_.enqueueUnmapMemObject(buffers_[stripe], mapped);
    copies_.finish();
}

}  // namespace apsp
