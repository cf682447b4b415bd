// See share_memory.hpp: a file without a name, which the others open by the first one's handle.
#include "mpi/share_memory.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <string>

namespace apsp::mpi {

bool map_together(const Comm& here, void* memory, std::size_t bytes) {
    int file = -1;
    if (here.first()) {
        file = memfd_create("apsp-ranks", MFD_CLOEXEC);
        if (file >= 0 && ftruncate(file, static_cast<off_t>(bytes)) != 0) {
            close(file);
            file = -1;
        }
    }
    std::string name = fmt::format("/proc/{}/fd/{}", getpid(), file);
    here.share(name);
    if (!here.first()) file = open(name.c_str(), O_RDWR | O_CLOEXEC);
    const bool mapped = file >= 0 && mmap(memory, bytes, PROT_READ | PROT_WRITE,
                                          MAP_SHARED | MAP_FIXED, file, 0) != MAP_FAILED;
    const auto all = here.gather(mapped ? 1 : 0);  // then all have opened it
    if (file >= 0) close(file);
    return std::ranges::min(all) != 0;
}

}  // namespace apsp::mpi
