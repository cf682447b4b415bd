// See rank_file.hpp.
#include "mpi/rank_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace apsp::mpi {
namespace {

/// Moves bytes by pread or pwrite, which may move only some at a time.
template <class Byte, class Move>
bool move_all(Move move, int handle, Byte* memory, std::size_t bytes, std::size_t place) {
    for (std::size_t done = 0; done < bytes;) {
        const ssize_t moved =
            move(handle, memory + done, bytes - done, static_cast<off_t>(place + done));
        if (moved < 0 && errno == EINTR) continue;
        if (moved == 0) errno = EIO;  // the file ends here
        if (moved <= 0) return false;
        done += static_cast<std::size_t>(moved);
    }
    return true;
}

}  // namespace

RankFile::RankFile(const std::filesystem::path& path, int flags)
    : handle_(open(path.c_str(), flags | O_CLOEXEC, 0644)) {}

bool RankFile::read(void* to, std::size_t bytes, std::size_t place) const {
    return move_all(pread, handle_, static_cast<char*>(to), bytes, place);
}

bool RankFile::write(const void* from, std::size_t bytes, std::size_t place) const {
    return move_all(pwrite, handle_, static_cast<const char*>(from), bytes, place);
}

bool RankFile::close() {
    const int handle = std::exchange(handle_, -1);
    return handle < 0 || ::close(handle) == 0;
}

}  // namespace apsp::mpi
