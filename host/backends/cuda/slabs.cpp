// See slabs.hpp.
#include "backends/cuda/slabs.hpp"

#include <algorithm>

namespace apsp::cuda {
namespace {

bool on_a_device(const void* memory) {
    cudaPointerAttributes attributes{};
    return cudaPointerGetAttributes(&attributes, memory) == cudaSuccess &&
           attributes.type == cudaMemoryTypeDevice;
}

}  // namespace

Slabs::Slabs(const Kernels& kernels, Queue& queue, const EngineOptions& options)
    : card_(queue.card()),
      kernels_(kernels),
      queue_(queue),
      element_bytes_(size_of(options.dtype)),
      element_bits_(options.semiring == Semiring::or_and ? 1 : 8 * element_bytes_),
      copies_(options.stripe_rows != 0 ? cudaStream_t(own_copies_.emplace(card_, true))
                                       : queue.main()),
      transfer_(transfer_piece(options), card_, copies_, element_bits_ == 1) {
    for (std::size_t i = 0; i < kMarks; ++i)
        marks_.push_back(std::make_unique<Event>(card_, false));
}

Slab Slabs::allocate(std::size_t rows, std::size_t ld, void*) {
    card_.use();
    memory_.emplace_back(card_, rows * ld * element_bits_ / 8, "rows of the matrix");
    return {memory_.size() - 1, rows, ld};
}

std::shared_ptr<void> Slabs::allocate_panel(std::size_t bytes) {
    card_.use();
    auto memory = std::make_shared<Memory>(card_, bytes, "a panel");
    return {memory, memory->data()};
}

Memory Slabs::on_device(const void* host, std::size_t bytes, std::string_view what) {
    Memory memory(card_, bytes, what);
    transfer_.to_device(host, memory, bytes);
    return memory;
}

void Slabs::fill(const View& view) {
    const std::size_t rows = view.rows.size(), columns = view.cols.size();
    card_.use();
    const unsigned blocks = std::min(blocks_for(rows * columns, kThreads), 4096u);
    card_.launch({"fill", kernels_.fill, queue_.main(), blocks, kThreads}, memory_[view.slab.id],
                 pitch(view.slab), view.rows.all.first, view.cols.first, rows, columns);
}

void Slabs::mirror(const View& view) {
    queue_.start();
    const dim3 squares(count(view.cols.size() / kSquare), count(view.rows.size() / kSquare));
    card_.launch({"mirror", kernels_.mirror, queue_.main(), squares, kThreads},
                 memory_[view.slab.id], view.slab.ld, view.rows.all.first, view.cols.first);
}

Mark Slabs::mark() {
    queue_.join();
    card_.check(cudaEventRecord(*marks_[next_mark_ % kMarks], queue_.main()), "cudaEventRecord");
    return next_mark_++;
}

void Slabs::wait_for(Mark mark) {
    card_.use();
    if (mark == kNoMark || !own_copies_) return;
    card_.check(cudaStreamWaitEvent(copies_, *marks_[mark % kMarks], 0), "cudaStreamWaitEvent");
}

void Slabs::wait_for_all() {
    queue_.join();
    wait_for(own_copies_ ? mark() : kNoMark);
}

void Slabs::copy(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                 const Pitched& rows) {
    card_.check(cudaMemcpy2DAsync(to, to_pitch, from, from_pitch, rows.width, rows.rows,
                                  cudaMemcpyDefault, copies_),
                "cudaMemcpy2DAsync");
    card_.check(cudaStreamSynchronize(copies_), "cudaStreamSynchronize");
}

void Slabs::put(const View& view, const void* host, Mark mark) {
    wait_for(mark);
    const Pitched rows = pitched(view, element_bytes_);
    const Memory& to = memory_[view.slab.id];
    if (on_a_device(host)) return copy(to.data() + rows.begin, rows.pitch, host, rows.width, rows);
    transfer_.to_device(host, to, rows);
}

void Slabs::get(const View& view, void* host, Mark mark) {
    wait_for(mark);
    const Pitched rows = pitched(view, element_bytes_);
    const Memory& from = memory_[view.slab.id];
    if (on_a_device(host))
        return copy(host, rows.width, from.data() + rows.begin, rows.pitch, rows);
    transfer_.to_host(from, host, rows);
}

void Slabs::put(const Slab& slab, Range rows, const RowSource& source) {
    if (rows.size() == 0) return;
    wait_for_all();
    transfer_.to_device(source, rows, slab.ld * element_bytes_, memory_[slab.id]);
}

void Slabs::get(const Slab& slab, Range rows, const RowSink& sink) {
    if (rows.size() == 0) return;
    wait_for_all();
    transfer_.to_host(memory_[slab.id], sink, rows, slab.ld * element_bytes_);
}

}  // namespace apsp::cuda
