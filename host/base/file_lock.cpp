#include "base/file_lock.hpp"

#include <cerrno>

namespace apsp {
namespace {

/// No file where it fails.
File open_lock(const std::filesystem::path& path) {
    if (path.empty()) return {};
    std::error_code ignored;
    std::filesystem::create_directories(path.parent_path(), ignored);
    return File(path, FileUse::update);
}

}  // namespace

FileLock::FileLock(const std::filesystem::path& path) : file_(open_lock(path)) {
    if (file_) file_.lock(true);
}

FileLock::FileLock(const std::filesystem::path& path, std::try_to_lock_t) : file_(open_lock(path)) {
    if (!file_) return;
    taken_ =
        !file_.lock(false) ? errno == EWOULDBLOCK : file_.status().value_or(FileStatus{}).deleted;
}

}  // namespace apsp
