// See stripes.hpp.
#include "backends/opencl/stripes.hpp"

#include "base/parallel_copy.hpp"

namespace apsp::opencl {

Stripes::Stripes(Launcher& launcher, const std::vector<Stripe>& stripes, std::size_t ld,
                 std::size_t element_bytes)
    : launcher_(launcher),
      element_bytes_(element_bytes),
      row_bytes_(ld * element_bytes),
      stripes_(stripes),
      copies_(launcher.context(), launcher.device()) {
    for (const Stripe& stripe : stripes_) {
        const std::size_t bytes = stripe.rows.size() * row_bytes_;
        buffers_.push_back(in_place() ? cl::Buffer(launcher.context(),
                                                   CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, bytes,
                                                   stripe.host)
                                      : launcher.allocate(bytes));
    }
    if (!in_place()) transfer_.emplace(kLargestTransferPiece, launcher.context(), copies_);
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

template <class F>
void Stripes::mapped(std::size_t stripe, const Pitched& part, cl_map_flags flags, F&& f) {
    void* const memory = copies_.enqueueMapBuffer(buffers_[stripe], CL_TRUE, flags, part.begin,
                                                  (part.rows - 1) * part.pitch + part.width);
    f(memory);
    copies_.enqueueUnmapMemObject(buffers_[stripe], memory);
    copies_.finish();
}

void Stripes::put(std::size_t stripe, const Piece& piece, const void* host, Mark mark) {
    wait_for(mark);
    const Pitched part = pitched(stripes_[stripe], piece, row_bytes_, element_bytes_);
    if (transfer_) return transfer_->to_device(host, buffers_[stripe], part);
    mapped(stripe, part, CL_MAP_WRITE, [&](void* memory) {
        if (memory == host) return;
        copy_rows(memory, part.pitch, host, part.width, part.width, part.rows);
    });
}

void Stripes::get(std::size_t stripe, const Piece& piece, void* host, Mark mark) {
    wait_for(mark);
    const Pitched part = pitched(stripes_[stripe], piece, row_bytes_, element_bytes_);
    if (transfer_) return transfer_->to_host(buffers_[stripe], host, part);
    mapped(stripe, part, CL_MAP_READ, [&](const void* memory) {
        if (memory == host) return;
        copy_rows(host, part.width, memory, part.pitch, part.width, part.rows);
    });
}

}  // namespace apsp::opencl
