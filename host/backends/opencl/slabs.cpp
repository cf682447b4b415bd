// See slabs.hpp.
#include "backends/opencl/slabs.hpp"

#include "backends/opencl/configurations.hpp"
#include "base/parallel_copy.hpp"
#include "graph/padding.hpp"

namespace apsp::opencl {

Slabs::Slabs(Launcher& launcher, const EngineOptions& options)
    : launcher_(launcher),
      options_(options),
      element_bytes_(size_of(options.dtype)),
      bits_(in_bits(options)),
      beside_(options.stripe_rows != 0),
      copies_(beside_ ? cl::CommandQueue(launcher.context(), launcher.device()) : launcher.queue()),
      kernels_(launcher, options, bits_) {
    if (!in_place()) transfer_.emplace(transfer_piece(options), launcher, copies_, bits_);
}

std::size_t Slabs::word_ld(const Slab& slab) const {
    return row_bytes(launcher_.description(), options_, slab.ld) / sizeof(cl_uint);
}

Pitched Slabs::part_of(View view) const {
    if (bits_) view.slab.ld = word_ld(view.slab) * kWordBits;
    return pitched(view, element_bytes_);
}

Slab Slabs::allocate(std::size_t rows, std::size_t ld, void* host) {
    const std::size_t bytes = rows * row_bytes(launcher_.description(), options_, ld);
    if (in_place() && host == nullptr) {
        own_.push_back(allocate_host(bytes));
        host = own_.back().get();
    }
    buffers_.push_back(in_place() ? launcher_.host_memory(host, bytes) : launcher_.allocate(bytes));
    return {buffers_.size() - 1, rows, ld};
}

cl::Buffer Slabs::on_device(const void* host, std::size_t bytes, std::string_view what) {
    if (in_place() && bytes != 0) return launcher_.host_memory(const_cast<void*>(host), bytes);
    const cl::Buffer memory = launcher_.allocate(bytes, what);
    if (transfer_) transfer_->to_device(host, memory, bytes);
    return memory;
}

void Slabs::fill(const View& view) {
    kernels_.fill(launcher_, memory(view.slab), words(view.slab, 1).ld, view);
}

void Slabs::transpose(const View& to, const View& from, bool below) {
    kernels_.transpose(launcher_, memory(to.slab), to, memory(from.slab), from, below);
}

Mark Slabs::mark() {
    guarded(launcher_.label(), [&] {
        launcher_.queue().enqueueMarkerWithWaitList(nullptr, &marks_[next_mark_ % kMarks]);
        launcher_.queue().flush();
    });
    return next_mark_++;
}

void Slabs::wait(Mark mark) {
    guarded(launcher_.label(), [&] { marks_[mark % kMarks].wait(); });
}

double Slabs::seconds_between(Mark first, Mark last) {
    const auto at = [](const cl::Event& event) {
        return event.getProfilingInfo<CL_PROFILING_COMMAND_END>();
    };
    return guarded(launcher_.label(), [&] {
        marks_[last % kMarks].wait();
        const cl_ulong begin = at(marks_[first % kMarks]), end = at(marks_[last % kMarks]);
        return begin < end ? static_cast<double>(end - begin) * 1e-9 : 0.0;
    });
}

void Slabs::wait_for(Mark mark) {
    if (mark == kNoMark || !beside_) return;
    const std::vector<cl::Event> done = {marks_[mark % kMarks]};
    guarded(launcher_.label(), [&] { copies_.enqueueBarrierWithWaitList(&done); });
}

void Slabs::wait_for_all() {
    if (beside_) wait_for(mark());
}

template <class F>
void Slabs::mapped(const cl::Buffer& memory, const Pitched& part, cl_map_flags flags, F&& f) {
    guarded(launcher_.label(), [&] {
        void* const host = copies_.enqueueMapBuffer(memory, CL_TRUE, flags, part.begin,
                                                    (part.rows - 1) * part.pitch + part.width);
        f(host);
        copies_.enqueueUnmapMemObject(memory, host);
        copies_.finish();
    });
}

void Slabs::give_back(const cl::Buffer& memory, std::size_t bytes) {
    if (!in_place()) return;
    wait_for_all();
    mapped(memory, {0, bytes, bytes, 1}, CL_MAP_READ, [](const void*) {});
}

void Slabs::put(const View& view, const void* host, Mark mark, const Pieces& readable) {
    wait_for(mark);
    const Pitched part = part_of(view);
    if (transfer_) return transfer_->to_device(host, memory(view.slab), part, readable);
    if (readable) readable(part.bytes());
    mapped(memory(view.slab), part, CL_MAP_WRITE, [&](void* memory) {
        if (memory == host) return;
        copy_rows(memory, part.pitch, host, part.width, part.width, part.rows);
    });
}

void Slabs::get(const View& view, void* host, Mark mark, const Pieces& written) {
    wait_for(mark);
    const Pitched part = part_of(view);
    if (transfer_) return transfer_->to_host(memory(view.slab), host, part, written);
    mapped(memory(view.slab), part, CL_MAP_READ, [&](const void* memory) {
        if (memory == host) return;
        copy_rows(host, part.width, memory, part.pitch, part.width, part.rows);
    });
    if (written) written(part.bytes());
}

void Slabs::put(const Slab& slab, Range rows, const RowSource& source) {
    if (rows.size() == 0) return;
    wait_for_all();
    const Pitched part = part_of({slab, {rows}, {0, slab.ld}});
    if (transfer_) return transfer_->to_device(source, rows.first, memory(slab), part);
    mapped(memory(slab), part, CL_MAP_WRITE, [&](void* memory) { source(rows, memory); });
}

void Slabs::get(const Slab& slab, Range rows, const RowSink& sink) {
    if (rows.size() == 0) return;
    wait_for_all();
    const Pitched part = part_of({slab, {rows}, {0, slab.ld}});
    if (transfer_) return transfer_->to_host(memory(slab), part, sink, rows.first);
    mapped(memory(slab), part, CL_MAP_READ, [&](const void* memory) { sink(rows, memory); });
}

}  // namespace apsp::opencl
