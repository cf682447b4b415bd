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

std::shared_ptr<void> Slabs::allocate_panel(std::size_t bytes) {
    // The driver cuts smaller pieces out of such ones, and a handle would be of the whole.
    constexpr std::size_t kLeast = std::size_t{2} << 20;
    card().use();
    const std::size_t whole = (bytes + kLeast - 1) / kLeast * kLeast;
    auto memory = std::make_shared<Memory>(card(), whole, "panels");
    return {memory, memory->data()};
}

void Slabs::reach(const void* panel) {
    const auto device = device_of(panel);
    if (!device || std::ranges::find(read_from_, *device) != read_from_.end()) return;
    card().read_from(*device);
    read_from_.push_back(*device);
}

PanelHandle Slabs::handle_of(const void* panel) {
    cudaIpcMemHandle_t handle{};
    card().check(cudaIpcGetMemHandle(&handle, const_cast<void*>(panel)), "cudaIpcGetMemHandle");
    PanelHandle bytes;
    static_assert(sizeof handle == sizeof bytes);
    std::memcpy(bytes.data(), &handle, sizeof handle);
    return bytes;
}

std::shared_ptr<void> Slabs::open_panel(const PanelHandle& bytes) {
    cudaIpcMemHandle_t handle;
    std::memcpy(&handle, bytes.data(), sizeof handle);
    void* panel = nullptr;
    card().use();
    card().check(cudaIpcOpenMemHandle(&panel, handle, cudaIpcMemLazyEnablePeerAccess),
                 "cudaIpcOpenMemHandle");
    return {panel, [](void* opened) { cudaIpcCloseMemHandle(opened); }};
}

void Slabs::put(const View& view, const void* host, Mark mark, const Pieces& readable) {
    queue_.use();
    if (!device_of(host)) return GpuSlabs::put(view, host, mark, readable);
    wait_for(mark);
    const Pitched rows = part_of(view);
    reach(host);
    if (readable) readable(rows.bytes());
    copies_.copy(at(view), rows.pitch / host_bytes(), host, rows.width, rows.width / host_bytes(),
                 rows.rows);
    copies_.finish();
}

void Slabs::get(const View& view, void* host, Mark mark, const Pieces& written) {
    queue_.use();
    if (!device_of(host)) return GpuSlabs::get(view, host, mark, written);
    wait_for(mark);
    const Pitched rows = part_of(view);
    copies_.copy(host, rows.width, at(view), rows.pitch / host_bytes(), rows.width / host_bytes(),
                 rows.rows);
    copies_.finish();
    if (written) written(rows.bytes());
}

}  // namespace apsp::cuda
