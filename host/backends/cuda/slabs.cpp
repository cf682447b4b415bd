// See slabs.hpp.
#include "backends/cuda/slabs.hpp"

#include <algorithm>
#include <cstring>

namespace apsp::cuda {
namespace {

/// The device that memory is on; none for the host's.
std::optional<int> device_of(const void* memory) {
    cudaPointerAttributes attributes{};
    const bool known = cudaPointerGetAttributes(&attributes, memory) == cudaSuccess;
    if (!known || attributes.type != cudaMemoryTypeDevice) return std::nullopt;
    return attributes.device;
}

}  // namespace

Slabs::Slabs(Queue& queue, const EngineOptions& options)
    : card_(queue.card()),
      queue_(queue),
      element_bytes_(size_of(options.dtype)),
      element_bits_(options.semiring == Semiring::or_and ? 1 : 8 * element_bytes_),
      copies_(options.stripe_rows != 0 ? cudaStream_t(own_copies_.emplace(card_, true))
                                       : queue.main()),
      matrix_kernels_(queue, options, element_bits_ == 1),
      transfer_(transfer_piece(options), card_, copies_, element_bits_ == 1) {
    for (std::size_t i = 0; i < kMarks; ++i) marks_.push_back(std::make_unique<Event>(card_, true));
}

Slab Slabs::allocate(std::size_t rows, std::size_t ld, void*) {
    card_.use();
    memory_.emplace_back(card_, rows * ld * element_bits_ / 8, "rows of the matrix");
    return {memory_.size() - 1, rows, ld};
}

std::shared_ptr<void> Slabs::allocate_panel(std::size_t bytes) {
    // The driver cuts smaller pieces out of such ones, and a handle would be of the whole.
    constexpr std::size_t kLeast = std::size_t{2} << 20;
    card_.use();
    const std::size_t whole = (bytes + kLeast - 1) / kLeast * kLeast;
    auto memory = std::make_shared<Memory>(card_, whole, "panels");
    return {memory, memory->data()};
}

void Slabs::reach(const void* panel) {
    const auto device = device_of(panel);
    if (!device || std::ranges::find(read_from_, *device) != read_from_.end()) return;
    card_.read_from(*device);
    read_from_.push_back(*device);
}

PanelHandle Slabs::handle_of(const void* panel) {
    cudaIpcMemHandle_t handle{};
    card_.check(cudaIpcGetMemHandle(&handle, const_cast<void*>(panel)), "cudaIpcGetMemHandle");
    PanelHandle bytes;
    static_assert(sizeof handle == sizeof bytes);
    std::memcpy(bytes.data(), &handle, sizeof handle);
    return bytes;
}

std::shared_ptr<void> Slabs::open_panel(const PanelHandle& bytes) {
    cudaIpcMemHandle_t handle;
    std::memcpy(&handle, bytes.data(), sizeof handle);
    void* panel = nullptr;
    card_.use();
    card_.check(cudaIpcOpenMemHandle(&panel, handle, cudaIpcMemLazyEnablePeerAccess),
                "cudaIpcOpenMemHandle");
    return {panel, [](void* opened) { cudaIpcCloseMemHandle(opened); }};
}

Memory Slabs::on_device(const void* host, std::size_t bytes, std::string_view what) {
    Memory memory(card_, bytes, what);
    transfer_.to_device(host, memory, bytes);
    return memory;
}

void Slabs::fill(const View& view) {
    matrix_kernels_.fill(queue_, memory(view.slab), pitch(view.slab), view);
}

void Slabs::transpose(const View& to, const View& from, bool below) {
    matrix_kernels_.transpose(queue_, memory(to.slab), to, memory(from.slab), from, below);
}

Mark Slabs::mark() {
    if (queue_.order() != Queue::Order::ahead) queue_.join();
    card_.check(cudaEventRecord(*marks_[next_mark_ % kMarks], queue_.current()), "cudaEventRecord");
    return next_mark_++;
}

double Slabs::seconds_between(Mark first, Mark last) {
    float milliseconds = 0;
    const Event& end = *marks_[last % kMarks];
    card_.check(cudaEventSynchronize(end), "cudaEventSynchronize");
    card_.check(cudaEventElapsedTime(&milliseconds, *marks_[first % kMarks], end),
                "cudaEventElapsedTime");
    return milliseconds * 1e-3;
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
    const bool bits = element_bits_ == 1;
    if (rows.has_gaps() || bits) {
        card_.check(cudaMemcpy2DAsync(to, to_pitch, from, from_pitch, rows.width / (bits ? 8 : 1),
                                      rows.rows, cudaMemcpyDefault, copies_),
                    "cudaMemcpy2DAsync");
    } else {
        card_.check(cudaMemcpyAsync(to, from, rows.bytes(), cudaMemcpyDefault, copies_),
                    "cudaMemcpyAsync");
    }
    card_.check(cudaStreamSynchronize(copies_), "cudaStreamSynchronize");
}

void Slabs::put(const View& view, const void* host, Mark mark, const Pieces& readable) {
    wait_for(mark);
    const Pitched rows = pitched(view, element_bytes_);
    const Memory& to = memory_[view.slab.id];
    if (device_of(host)) {
        reach(host);
        if (readable) readable(rows.bytes());
        return copy(at(view), pitch_bytes(view.slab), host, rows.width, rows);
    }
    transfer_.to_device(host, to, rows, readable);
}

void Slabs::get(const View& view, void* host, Mark mark, const Pieces& written) {
    wait_for(mark);
    const Pitched rows = pitched(view, element_bytes_);
    const Memory& from = memory_[view.slab.id];
    if (!device_of(host)) return transfer_.to_host(from, host, rows, written);
    copy(host, rows.width, at(view), pitch_bytes(view.slab), rows);
    if (written) written(rows.bytes());
}

void Slabs::put(const Slab& slab, Range rows, const RowSource& source) {
    if (rows.size() == 0) return;
    wait_for_all();
    const Pitched part = pitched({slab, {rows}, {0, slab.ld}}, element_bytes_);
    transfer_.to_device(source, rows.first, memory_[slab.id], part);
}

void Slabs::get(const Slab& slab, Range rows, const RowSink& sink) {
    if (rows.size() == 0) return;
    wait_for_all();
    const Pitched part = pitched({slab, {rows}, {0, slab.ld}}, element_bytes_);
    transfer_.to_host(memory_[slab.id], part, sink, rows.first);
}

}  // namespace apsp::cuda
