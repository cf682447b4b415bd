// Slabs on a CUDA device, and panels of other devices that it reads directly.
#pragma once

#include <memory>
#include <vector>

#include "backends/cuda/copies.hpp"
#include "backends/gpu_slabs.hpp"

namespace apsp::cuda {

/// Over or_and all slabs hold bits.
inline SlabLayout slab_layout(const EngineOptions& options) {
    return {size_of(options.dtype), options.semiring == Semiring::or_and};
}

/// Panels have room for bytes: a row of bits begins where that of bytes would.
class Slabs final : public GpuSlabs<Queue, Copies> {
  public:
    Slabs(Queue& queue, const EngineOptions& options)
        : GpuSlabs(queue, options, slab_layout(options)) {}

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
    unsigned char* at(const View& view) const {
        return memory(view.slab).data() + part_of(view).begin / host_bytes();
    }
    /// Bytes of the host's per byte on the device.
    std::size_t host_bytes() const { return layout_.bits ? 8 : 1; }

    std::vector<int> read_from_;  // devices whose panels came here
};

}  // namespace apsp::cuda
