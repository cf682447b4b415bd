// Memory of the host to work in.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>

namespace apsp {

struct FreeHostMemory {
    void operator()(void* memory) const noexcept { std::free(memory); }
};
using HostMemory = std::unique_ptr<void, FreeHostMemory>;

/// Uninitialised, aligned to a page. @throws Error out_of_memory
HostMemory allocate_host(std::size_t bytes);

/// What could be allocated now without swapping, in bytes; 0 if the system does not tell.
std::size_t available_host_memory();

}  // namespace apsp
