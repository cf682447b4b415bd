// See share_memory.hpp: a file without a name, which the others open by the first one's handle.
#include "mpi/share_memory.hpp"

#include <string>

#include "platform/memory.hpp"
#include "platform/shared.hpp"

namespace apsp::mpi {

bool map_together(const Comm& here, void* memory, std::size_t bytes) {
    File file = here.first() ? memory_file(bytes) : File();
    std::string name = name_for_others(file);
    here.share(name);
    const auto identity = [&] { return file.status().value_or(FileStatus{}); };
    const FileStatus first = here.gather(identity()).front();
    if (!here.first()) file = File(name, FileUse::both);
    // Ranks in different containers have different files by the same name.
    const bool same =
        file && identity().device == first.device && identity().number == first.number;
    const bool mapped = same && map_file(file, 0, bytes, memory) != nullptr;
    return here.all(mapped);  // then all have opened it
}

}  // namespace apsp::mpi
