// Working memory on the host.
#pragma once

#include <cstddef>
#include <memory>

#include "platform/machine.hpp"

namespace apsp {

/// Pages from the system, or none.
struct Pages {
    void* memory = nullptr;
    std::size_t bytes = 0;
};

/// At least this many bytes, uninitialised, in huge pages where they are many; no pages if the
/// system has none left.
Pages take_pages(std::size_t bytes) noexcept;

/// The pages go back to the system as soon as it needs them; until then take_pages may hand them
/// out again. The first touch of a new page costs more than everything else that is done with it.
void give_back(Pages pages) noexcept;

struct GiveBack {
    std::size_t bytes = 0;
    void operator()(void* memory) const noexcept { give_back({memory, bytes}); }
};
using HostMemory = std::unique_ptr<void, GiveBack>;

/// Uninitialised memory, aligned to a page. @throws Error out_of_memory
HostMemory allocate_host(std::size_t bytes);

}  // namespace apsp
