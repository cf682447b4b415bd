#include "base/host_memory.hpp"

#include <fstream>
#include <string>

#include "apsp/errors.hpp"
#include "base/text.hpp"

namespace apsp {

HostMemory allocate_host(std::size_t bytes) {
    constexpr std::size_t kPage = 4096;
    HostMemory memory(std::aligned_alloc(kPage, (bytes + kPage - 1) / kPage * kPage));
    if (!memory) {
        throw Error(ErrorKind::out_of_memory,
                    fmt::format("no host memory to work in ({})", format_bytes(bytes)));
    }
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
