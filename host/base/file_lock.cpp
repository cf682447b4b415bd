#include "base/file_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace apsp {
namespace {

/// -1 where it fails.
int open_lock(const std::filesystem::path& path) {
    if (path.empty()) return -1;
    std::error_code ignored;
    std::filesystem::create_directories(path.parent_path(), ignored);
    return open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
}

}  // namespace

FileLock::FileLock(const std::filesystem::path& path) : file_(open_lock(path)) {
    while (file_ >= 0 && flock(file_, LOCK_EX) != 0 && errno == EINTR) {
    }
}

FileLock::FileLock(const std::filesystem::path& path, std::try_to_lock_t) : file_(open_lock(path)) {
    if (file_ < 0) return;
    struct stat now = {};
    const bool locked = flock(file_, LOCK_EX | LOCK_NB) == 0;
    taken_ = locked ? fstat(file_, &now) == 0 && now.st_nlink == 0 : errno == EWOULDBLOCK;
}

FileLock::~FileLock() {
    if (file_ >= 0) close(file_);
}

}  // namespace apsp
