// Slabs on an OpenCL device, and copies of them; beside the computation where a matrix lies in
// several. Where they hold bits, an element is a bit on the device, and a byte of the host's
// memory.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "algorithms/device_memory.hpp"
#include "algorithms/engine_options.hpp"
#include "backends/gpu_matrix.hpp"
#include "backends/opencl/launcher.hpp"
#include "backends/opencl/transfer.hpp"
#include "base/host_memory.hpp"

namespace apsp::opencl {

/// A slab as kernels take it: in words of some vertices.
struct Words {
    cl::Buffer buffer;
    std::size_t ld, lanes;

    cl_ulong at(std::size_t row, std::size_t column) const { return row * ld + column / lanes; }
    /// Where a view begins.
    cl_ulong at(const View& view) const { return at(view.rows.all.first, view.cols.first); }
};

class Slabs final : public DeviceMemory {
  public:
    Slabs(Launcher& launcher, const EngineOptions& options);

    const cl::Buffer& memory(const Slab& slab) const { return buffers_[slab.id]; }
    /// In words of so many vertices.
    Words words(const Slab& slab, std::size_t lanes) const {
        return {memory(slab), bits_ ? word_ld(slab) : slab.ld / lanes, lanes};
    }
    /// The one that a matrix in one piece lies in.
    const cl::Buffer& matrix() const { return buffers_.front(); }
    /// For other copies: see gpu_queue.hpp.
    Transfer* transfer() {
        wait_for_all();
        return transfer_ ? &*transfer_ : nullptr;
    }
    /// A copy of the host's, or where the device works in that, the host's own: see gpu_queue.hpp.
    cl::Buffer on_device(const void* host, std::size_t bytes, std::string_view what);
    void give_back(const cl::Buffer& memory, std::size_t bytes);

    bool in_place() const override { return launcher_.description().shares_host_memory && !bits_; }
    bool asynchronous() const override { return true; }
    Slab allocate(std::size_t rows, std::size_t ld, void* host) override;
    void fill(const View& view) override;
    /// D[i][j] <- D[j][i] for the view's j < i. Bounds are multiples of kSquare.
    void transpose(const View& to, const View& from, bool below = false);
    void mirror(const View& view) { transpose(view, mirrored(view), true); }
    Mark mark() override;
    void wait(Mark mark) override;
    double seconds_between(Mark first, Mark last) override;
    void put(const View& view, const void* host, Mark mark, const Pieces& readable) override;
    void get(const View& view, void* host, Mark mark, const Pieces& written) override;
    void put(const Slab& slab, Range rows, const RowSource& source) override;
    void get(const Slab& slab, Range rows, const RowSink& sink) override;

  private:
    /// Words of bits per row.
    std::size_t word_ld(const Slab& slab) const;
    /// By the host's bytes.
    Pitched part_of(View view) const;
    /// Makes what is copied next wait for the operations before the mark, or for all so far.
    void wait_for(Mark mark);
    void wait_for_all();
    /// Calls f with the memory where the device works in the host's.
    template <class F>
    void mapped(const cl::Buffer& memory, const Pitched& part, cl_map_flags flags, F&& f);

    Launcher& launcher_;
    EngineOptions options_;
    std::size_t element_bytes_;  // of the host's
    bool bits_;
    bool beside_;  // whether copies have a queue of their own
    cl::CommandQueue copies_;
    GpuMatrix<Launcher> kernels_;
    std::vector<HostMemory> own_;  // where the device works in the host's memory
    std::vector<cl::Buffer> buffers_;
    std::optional<Transfer> transfer_;  // where slabs are not in_place()
    std::array<cl::Event, kMarks> marks_;
    Mark next_mark_ = 0;
};

}  // namespace apsp::opencl
