// Memory of the host to work in.
#pragma once

#include <cstddef>
#include <memory>

namespace apsp {

/// Pages of the system's, or none.
struct Pages {
    void* memory = nullptr;
    std::size_t bytes = 0;
};

/// At least so many bytes, uninitialised, in large pages where they are many; none if the system
/// has none.
Pages take_pages(std::size_t bytes) noexcept;

/// They go back to the system as soon as it has need of them, and until then to whoever takes some:
/// the first touch of a new page costs more than everything else that is done with it.
void give_back(Pages pages) noexcept;

struct GiveBack {
    std::size_t bytes = 0;
    void operator()(void* memory) const noexcept { give_back({memory, bytes}); }
};
using HostMemory = std::unique_ptr<void, GiveBack>;

/// Uninitialised, aligned to a page. @throws Error out_of_memory
HostMemory allocate_host(std::size_t bytes);

/// What could be allocated now without swapping, in bytes; 0 if the system does not tell.
std::size_t available_host_memory();

}  // namespace apsp
