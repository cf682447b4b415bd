// Slabs on OpenCL and CUDA, and copies of them; beside the computation where a matrix lies in
// several. gpu_queue.hpp describes Queue, transfer.hpp Bus.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "algorithms/device_memory.hpp"
#include "algorithms/engine_options.hpp"
#include "backends/gpu_matrix.hpp"
#include "backends/transfer.hpp"

namespace apsp {

/// How elements lie in the rows of slabs: as the host has them, or a bit for each byte of the
/// host's.
struct SlabLayout {
    std::size_t element_bytes;  ///< Of the host's.
    bool bits;
    std::size_t tile = 1;  ///< Rows of bits are a multiple of so many words.

    std::size_t words(std::size_t ld) const { return (ld / 32 + tile - 1) / tile * tile; }
    std::size_t row_bytes(std::size_t ld) const {
        return bits ? words(ld) * sizeof(std::uint32_t) : ld * element_bytes;
    }
};

/// A slab as kernels take it: in words of some vertices.
template <class Memory>
struct Words {
    const Memory& memory;
    std::size_t ld, lanes;

    std::uint64_t at(std::size_t row, std::size_t column) const {
        return row * ld + column / lanes;
    }
    /// Where a view begins.
    std::uint64_t at(const View& view) const { return at(view.rows.all.first, view.cols.first); }
};

template <GpuQueue Queue, class Bus>
class GpuSlabs : public DeviceMemory {
  public:
    using Memory = typename Queue::Memory;
    using Event = typename Queue::Event;
    using Transfer = TransferOver<Bus>;

    const Memory& memory(const Slab& slab) const { return memory_[slab.id]; }
    /// The one that a matrix in one piece lies in.
    const Memory& matrix() const { return memory_.front(); }
    /// In words of so many vertices.
    Words<Memory> words(const Slab& slab, std::size_t lanes) const {
        return {memory(slab), layout_.bits ? layout_.words(slab.ld) : slab.ld / lanes, lanes};
    }
    Transfer* transfer() {
        wait_for_all();
        return transfer_ ? &*transfer_ : nullptr;
    }
    Memory on_device(const void* host, std::size_t bytes, std::string_view what) {
        Memory memory = queue_.allocate(bytes, what);
        if (transfer_) transfer_->to_device(host, memory, bytes);
        return memory;
    }
    void give_back(const Memory&, std::size_t) {}

    bool in_place() const override { return !transfer_; }
    bool asynchronous() const override { return true; }
    Slab allocate(std::size_t rows, std::size_t ld, void*) override {
        const std::size_t bytes = rows * layout_.row_bytes(ld);
        return keep(queue_.allocate(bytes, "rows of the matrix"), rows, ld);
    }
    ReleasedMemory release(const Slab& slab) override {
        auto owner = std::make_shared<Memory>(std::move(memory_[slab.id]));
        void* const address = queue_.address(*owner);
        return {std::move(owner), address};
    }
    Slab adopt(ReleasedMemory memory, std::size_t rows, std::size_t ld) override {
        return keep(std::move(*static_cast<Memory*>(memory.owner.get())), rows, ld);
    }
    void* address(const Slab& slab) const override { return queue_.address(memory(slab)); }
    void fill(const View& view) override {
        kernels_.fill(queue_, memory(view.slab), words(view.slab, 1).ld, view);
    }
    /// D[i][j] <- D[j][i] for the view's j < i. Bounds are multiples of kSquare.
    void transpose(const View& to, const View& from, bool below = false) {
        kernels_.transpose(queue_, memory(to.slab), to, memory(from.slab), from, below);
    }
    void mirror(const View& view) { transpose(view, mirrored(view), true); }

    Mark mark() override {
        queue_.mark(marks_[next_mark_ % kMarks]);
        return next_mark_++;
    }
    double seconds_between(Mark first, Mark last) override {
        return queue_.seconds_between(marks_[first % kMarks], marks_[last % kMarks]);
    }
    void put(const View& view, const void* host, Mark mark, const Pieces& readable) override {
        wait_for(mark);
        transfer_->to_device(host, memory(view.slab), part_of(view), readable);
    }
    void get(const View& view, void* host, Mark mark, const Pieces& written) override {
        wait_for(mark);
        transfer_->to_host(memory(view.slab), host, part_of(view), written);
    }
    void put(const Slab& slab, Range rows, const RowSource& source) override {
        if (rows.size() == 0) return;
        wait_for_all();
        transfer_->to_device(source, rows.first, memory(slab), part_of(slab, rows));
    }
    void get(const Slab& slab, Range rows, const RowSink& sink) override {
        if (rows.size() == 0) return;
        wait_for_all();
        transfer_->to_host(memory(slab), part_of(slab, rows), sink, rows.first);
    }

  protected:
    GpuSlabs(Queue& queue, const EngineOptions& options, const SlabLayout& layout)
        : queue_(queue),
          layout_(layout),
          beside_(options.stripe_rows != 0),
          kernels_(queue, options, layout.bits) {
        for (auto& mark : marks_) mark = queue.event();
    }

    /// Makes what is copied next wait.
    virtual void let_copies_wait(const Event& event) = 0;

    Slab keep(Memory memory, std::size_t rows, std::size_t ld) {
        memory_.push_back(std::move(memory));
        return {memory_.size() - 1, rows, ld};
    }
    /// By the host's bytes.
    Pitched part_of(View view) const {
        if (layout_.bits) view.slab.ld = layout_.words(view.slab.ld) * 32;
        return pitched(view, layout_.element_bytes);
    }
    Pitched part_of(const Slab& slab, Range rows) const {
        return part_of({slab, {rows}, {0, slab.ld}});
    }
    /// Makes what is copied next wait for the operations before the mark, or for all so far.
    void wait_for(Mark mark) {
        queue_.use();
        if (mark != kNoMark && beside_) let_copies_wait(marks_[mark % kMarks]);
    }
    void wait_for_all() {
        queue_.join();
        wait_for(beside_ ? mark() : kNoMark);
    }

    Queue& queue_;
    SlabLayout layout_;
    bool beside_;  // whether copies run beside the computation
    std::array<Event, kMarks> marks_;
    std::optional<Transfer> transfer_;  // where slabs are not in_place()

  private:
    GpuMatrix<Queue> kernels_;
    std::vector<Memory> memory_;
    Mark next_mark_ = 0;
};

}  // namespace apsp
