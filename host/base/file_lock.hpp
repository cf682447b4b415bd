// A lock between processes.
#pragma once

#include <filesystem>

namespace apsp {

/// While it lives, others of the same file wait, in this process and in others. Makes the file, and
/// its folder, if there is none. Where that fails, or the path is empty, it does nothing.
class FileLock {
  public:
    explicit FileLock(const std::filesystem::path& path);
    FileLock(const FileLock&) = delete;
    FileLock& operator=(const FileLock&) = delete;
    ~FileLock();

  private:
    int file_ = -1;
};

}  // namespace apsp
