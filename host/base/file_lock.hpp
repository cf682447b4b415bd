// A lock between processes.
#pragma once

#include <filesystem>
#include <mutex>

#include "platform/file.hpp"

namespace apsp {

/// While it lives, others of the same file wait, in this process and in others. Makes the file, and
/// its folder, if there is none. Where that fails, or the path is empty, it does nothing.
class FileLock {
  public:
    explicit FileLock(const std::filesystem::path& path);
    /// Does not wait.
    FileLock(const std::filesystem::path& path, std::try_to_lock_t);

    /// Whether another holds the lock, or has just deleted the file.
    bool taken() const { return taken_; }

  private:
    File file_;
    bool taken_ = false;
};

}  // namespace apsp
