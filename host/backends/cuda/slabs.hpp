// Slabs on a CUDA device, and panels of other devices that it reads directly.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "backends/cuda/queue.hpp"
#include "backends/cuda/transfer.hpp"
#include "backends/gpu_slabs.hpp"

namespace apsp::cuda {

/// Over or_and all slabs hold bits.
inline SlabLayout slab_layout(const EngineOptions& options) {
    return {size_of(options.dtype), options.semiring == Semiring::or_and};
}

class Slabs final : public GpuSlabs<Queue, Bus> {
  public:
    Slabs(Queue& queue, const EngineOptions& options);
    ~Slabs() override { transfer_.reset(); }  // while there is its stream

    using GpuSlabs::get;
    using GpuSlabs::put;

    std::shared_ptr<void> allocate_panel(std::size_t bytes) override;
    void reach(const void* panel) override;
    PanelHandle handle_of(const void* panel) override;
    std::shared_ptr<void> open_panel(const PanelHandle& handle) override;
    void put(const View& view, const void* host, Mark mark, const Pieces& readable) override;
    void get(const View& view, void* host, Mark mark, const Pieces& written) override;

  private:
    const Card& card() const { return queue_.card(); }
    void let_copies_wait(const Event& event) override {
        card().check(cudaStreamWaitEvent(copies_, event, 0), "cudaStreamWaitEvent");
    }
    /// Between devices: `rows` of the host's bytes. Panels have room for bytes: a row of bits
    /// begins where that of bytes would.
    void copy(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
              const Pitched& rows);
    unsigned char* at(const View& view) const {
        return memory(view.slab).data() + part_of(view).begin / host_bytes();
    }
    /// Bytes of the host's per byte on the device.
    std::size_t host_bytes() const { return layout_.bits ? 8 : 1; }

    std::optional<Stream> own_copies_;  // where they run beside the computation
    cudaStream_t copies_;
    std::vector<int> read_from_;  // devices whose panels came here
};

}  // namespace apsp::cuda
