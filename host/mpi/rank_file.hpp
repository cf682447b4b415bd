// A file that several ranks have open, each of which reads and writes its own places of it.
#pragma once

#include <cstddef>
#include <filesystem>

namespace apsp::mpi {

/// Functions that return bool are false, with errno, for what the system refuses.
class RankFile {
  public:
    RankFile(const std::filesystem::path& path, int flags);
    ~RankFile() { close(); }
    RankFile(const RankFile&) = delete;
    RankFile& operator=(const RankFile&) = delete;

    explicit operator bool() const { return handle_ >= 0; }
    int handle() const { return handle_; }
    bool read(void* to, std::size_t bytes, std::size_t place) const;
    bool write(const void* from, std::size_t bytes, std::size_t place) const;
    /// A disk on the network may refuse only here what has been written.
    bool close();

  private:
    int handle_;
};

}  // namespace apsp::mpi
