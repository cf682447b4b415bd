// See share_memory.hpp: a file without a name, which the others open by the first one's handle.
#include "mpi/share_memory.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <string>

namespace apsp::mpi {

namespace {

/// Which file it is, on any rank of a machine.
struct Identity {
    dev_t device = 0;
    ino_t number = 0;
    bool operator==(const Identity&) const = default;
};

Identity identity_of(int file) {
    struct stat status {};
    return fstat(file, &status) == 0 ? Identity{status.st_dev, status.st_ino} : Identity{};
}

}  // namespace

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
    const Identity first = here.gather(identity_of(file)).front();
    if (!here.first()) file = open(name.c_str(), O_RDWR | O_CLOEXEC);
    // Ranks in different containers have different files by the same name.
    const bool same = file >= 0 && identity_of(file) == first;
    const bool mapped = same && mmap(memory, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
                                     file, 0) != MAP_FAILED;
    const auto all = here.gather(mapped ? 1 : 0);  // then all have opened it
    if (file >= 0) close(file);
    return std::ranges::min(all) != 0;
}

}  // namespace apsp::mpi
