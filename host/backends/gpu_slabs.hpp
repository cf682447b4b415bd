// Slabs on OpenCL and CUDA; what every algorithm needs of them, by matrix.cl and, of bits, bits.cl;
// and copies of them, beside the computation where a matrix lies in several. gpu_queue.hpp
// describes Queue, transfer.hpp Copies.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <tuple>
#include <vector>

#include "algorithms/device_memory.hpp"
#include "algorithms/engine_options.hpp"
#include "backends/engine_plan.hpp"
#include "backends/gpu_queue.hpp"
#include "backends/kernel_shapes.hpp"
#include "backends/transfer.hpp"

namespace apsp {

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

template <GpuQueue Queue, class Copies>
class GpuSlabs : public DeviceMemory {
  public:
    using Memory = typename Queue::Memory;
    using Event = typename Queue::Event;
    using Transfer = apsp::Transfer<Copies>;

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
    /// A copy of what the host has.
    virtual Memory on_device(const void* host, std::size_t bytes, std::string_view what) {
        Memory memory = queue_.allocate(bytes, what);
        if (transfer_ && bytes != 0) transfer_->to_device(host, memory, bytes);
        return memory;
    }
    template <class Elements>
    Memory on_device(const Elements& elements, std::string_view what) {
        return on_device(elements.data(), elements.size() * sizeof elements[0], what);
    }
    virtual void give_back(const Memory&, std::size_t) {}

    /// Whether their rows consist of bits.
    bool bits() const { return layout_.bits; }

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
        const std::size_t rows = view.rows.size(), columns = view.cols.size();
        if (rows == 0 || columns == 0) return;
        // PoCL compiles a kernel for each size of groups, and would choose one for every n. CUDA
        // has at most that many groups one below the other.
        const std::size_t group = 64, groups = (columns + group - 1) / group, most = 65535;
        queue_.launch(fill_, {groups * group, std::min(rows, most)}, {group, 1}, memory(view.slab),
                      offset(words(view.slab, 1).ld), offset(view.rows.all.first),
                      offset(view.cols.first), offset(rows), offset(columns));
    }
    /// to <- from, transposed; if `below`, only below the matrix's diagonal. Bounds are multiples
    /// of kSquare.
    void transpose(const View& to, const View& from, bool below = false) {
        if (to.rows.size() == 0 || to.cols.size() == 0) return;
        queue_.launch(transpose_, {to.cols.size(), to.rows.size() / kSquare * kSquareRows},
                      {kSquare, kSquareRows}, memory(to.slab), offset(to.slab.ld),
                      offset(to.rows.all.first), offset(to.cols.first), memory(from.slab),
                      offset(from.slab.ld), offset(from.rows.all.first), offset(from.cols.first),
                      count(below), offset(to.slab.first));
    }

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
          copies_(queue, beside_) {
        for (auto& mark : marks_) mark = queue.event();
        const std::size_t piece = transfer_piece(options);
        if (layout.bits) {
            typename Transfer::Bits bits;
            std::tie(fill_, bits.pack, bits.unpack) =
                queue.kernels("bits.cl", bit_options(), "clear_bits", "pack_bits", "unpack_bits");
            bits.bytes = queue.allocate(piece, "transfers");
            transfer_.emplace(piece, copies_, std::move(bits));
        } else {
            const Defines square = {{"MS", kSquare}, {"MG", kSquareRows}};
            std::tie(fill_, transpose_) = queue.kernels(
                "matrix.cl", {options.dtype, options.semiring, square}, "fill", "transpose");
            if (!queue.description().shares_host_memory) transfer_.emplace(piece, copies_);
        }
    }

    Slab keep(Memory memory, std::size_t rows, std::size_t ld) {
        memory_.push_back(std::move(memory));
        return {memory_.size() - 1, rows, ld};
    }
    /// By the host's bytes.
    Pitched part_of(const View& view) const {
        const std::size_t element = layout_.element_bytes, ld = view.slab.ld;
        const std::size_t row = (layout_.bits ? layout_.words(ld) * 32 : ld) * element;
        return {view.rows.all.first * row + view.cols.first * element, view.cols.size() * element,
                row, view.rows.size()};
    }
    Pitched part_of(const Slab& slab, Range rows) const {
        return part_of({slab, {rows}, {0, slab.ld}});
    }
    /// Makes what is copied next wait for the operations before the mark, or for all so far.
    void wait_for(Mark mark) {
        queue_.use();
        if (mark != kNoMark && beside_) copies_.let_wait(marks_[mark % kMarks]);
    }
    void wait_for_all() {
        queue_.join();
        wait_for(beside_ ? mark() : kNoMark);
    }

    Queue& queue_;
    SlabLayout layout_;
    bool beside_;                 // whether copies run beside the computation
    std::vector<Memory> memory_;  // given back after the last copy
    Copies copies_;
    std::array<Event, kMarks> marks_;
    std::optional<Transfer> transfer_;  // where slabs are not in_place()

  private:
    typename Queue::Kernel fill_, transpose_;
    Mark next_mark_ = 0;
};

}  // namespace apsp
