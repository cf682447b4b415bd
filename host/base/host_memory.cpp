#include "base/host_memory.hpp"

#include <sys/mman.h>

#include <fstream>
#include <string>

#include "apsp/errors.hpp"
#include "base/text.hpp"

namespace apsp {

HostMemory allocate_host(std::size_t bytes) {
    constexpr std::size_t kPage = 4096, kHugePage = std::size_t{2} << 20;
    const std::size_t page = bytes < 2 * kHugePage ? kPage : kHugePage;
    const std::size_t whole = (bytes + page - 1) / page * page;
    HostMemory memory(std::aligned_alloc(page, whole));
    if (!memory) {
        throw Error(ErrorKind::out_of_memory,
                    fmt::format("no host memory to work in ({})", format_bytes(bytes)));
    }
#ifdef MADV_HUGEPAGE
    // Else each 4 KiB are handed out, and found again, by themselves.
    if (page == kHugePage) madvise(memory.get(), whole, MADV_HUGEPAGE);
#endif
    return memory;
}

std::size_t available_host_memory() {
    std::ifstream file("/proc/meminfo");
    std::string name;
    std::size_t kilobytes = 0;
    for (std::string rest; file >> name >> kilobytes; std::getline(file, rest)) {
        if (name == "MemAvailable:") return kilobytes * 1024;
    }
    return 0;
}

}  // namespace apsp
