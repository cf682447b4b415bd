// Slabs on a CUDA device, and copies of them; beside the computation where a matrix lies in
// several. Over or_and an element is a bit on the device, and a byte of the host's memory.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "algorithms/device_memory.hpp"
#include "algorithms/engine_options.hpp"
#include "backends/cuda/queue.hpp"
#include "backends/cuda/transfer.hpp"
#include "backends/gpu_matrix.hpp"

namespace apsp::cuda {

class Slabs final : public DeviceMemory {
  public:
    Slabs(Queue& queue, const EngineOptions& options);

    /// An element whose column is a multiple of a word's.
    unsigned char* at(const Slab& slab, std::size_t row, std::size_t column) const {
        return memory_[slab.id].data() + (row * slab.ld + column) * element_bits_ / 8;
    }
    /// Where a view begins.
    unsigned char* at(const View& view) const {
        return at(view.slab, view.rows.all.first, view.cols.first);
    }
    const Memory& memory(const Slab& slab) const { return memory_[slab.id]; }
    /// The one that a matrix in one piece lies in.
    const Memory& matrix() const { return memory_.front(); }
    /// Elements of a slab's row, or words of bits.
    std::size_t pitch(const Slab& slab) const {
        return element_bits_ == 1 ? slab.ld / 32 : slab.ld;
    }
    Transfer* transfer() {
        wait_for_all();
        return &transfer_;
    }
    /// A copy of the host's: see gpu_queue.hpp.
    Memory on_device(const void* host, std::size_t bytes, std::string_view what);
    void give_back(const Memory&, std::size_t) {}
    void transpose(const View& to, const View& from, bool below = false);
    void mirror(const View& view) { transpose(view, mirrored(view), true); }

    bool in_place() const override { return false; }
    bool asynchronous() const override { return true; }
    Slab allocate(std::size_t rows, std::size_t ld, void*) override;
    std::shared_ptr<void> allocate_panel(std::size_t bytes) override;
    void reach(const void* panel) override;
    PanelHandle handle_of(const void* panel) override;
    std::shared_ptr<void> open_panel(const PanelHandle& handle) override;
    void fill(const View& view) override;
    Mark mark() override;
    double seconds_between(Mark first, Mark last) override;
    void put(const View& view, const void* host, Mark mark, const Pieces& readable) override;
    void get(const View& view, void* host, Mark mark, const Pieces& written) override;
    void put(const Slab& slab, Range rows, const RowSource& source) override;
    void get(const Slab& slab, Range rows, const RowSink& sink) override;

  private:
    std::size_t pitch_bytes(const Slab& slab) const { return slab.ld * element_bits_ / 8; }
    /// Between devices. Panels have room for bytes: a row of bits begins where that of bytes would.
    void copy(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
              const Pitched& rows);
    /// Makes what is copied next wait for the operations before the mark, or for all so far.
    void wait_for(Mark mark);
    void wait_for_all();

    const Card& card_;
    Queue& queue_;
    std::size_t element_bytes_;  // of the host's
    std::size_t element_bits_;
    std::vector<Memory> memory_;
    std::vector<int> read_from_;        // devices whose panels came here
    std::optional<Stream> own_copies_;  // where they run beside the computation
    cudaStream_t copies_;
    GpuMatrix<Queue> matrix_kernels_;
    Transfer transfer_;
    std::vector<std::unique_ptr<Event>> marks_;  // kMarks of them
    Mark next_mark_ = 0;
};

}  // namespace apsp::cuda
