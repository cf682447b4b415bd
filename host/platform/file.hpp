// A file by the system's handle for it. What fails says why in errno.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace apsp {

/// Names of files as texts are in UTF-8 on every system; what converts them to paths by itself
/// takes another encoding on Windows, unless the program's manifest says UTF-8.
inline std::string text_of(const std::filesystem::path& path) {
    const std::u8string text = path.u8string();
    return {text.begin(), text.end()};
}
inline std::filesystem::path path_of(std::string_view text) {
    return std::u8string(text.begin(), text.end());
}

enum class FileUse {
    read,           ///< Without waiting for the writer of a named pipe.
    write,          ///< What is there.
    both,           ///< Reads and writes what is there.
    update,         ///< The same, or makes it.
    append,         ///< Writes at its end, or makes it.
    create,         ///< There must be none yet.
    create_private  ///< The same, for this user alone.
};

struct FileStatus {
    bool plain = false, folder = false;  ///< Neither is a pipe or a device.
    bool deleted = false;                ///< No folder has it any more.
    std::uint64_t size = 0;
    std::int64_t modified = 0;             ///< In nanoseconds.
    unsigned mode = 0;                     ///< Its permissions.
    std::uint64_t device = 0, number = 0;  ///< Which file it is, under whatever name.
};

class File {
  public:
    File() = default;
    explicit File(int handle) : handle_(handle) {}
    /// False as a bool if the system refuses. Child processes do not get it.
    File(const std::filesystem::path& path, FileUse use);
    File(File&& other) noexcept : handle_(std::exchange(other.handle_, -1)) {}
    File& operator=(File&& other) noexcept {
        std::swap(handle_, other.handle_);
        return *this;
    }
    ~File() { close(); }

    explicit operator bool() const { return handle_ >= 0; }
    int handle() const { return handle_; }
    std::optional<FileStatus> status() const;
    bool at_start() const;

    /// How many bytes have been read from a place, or written to it: fewer than all only for an
    /// error, which is ENODATA where the file ends.
    std::size_t read_at(void* to, std::size_t bytes, std::uint64_t place) const;
    std::size_t write_at(const void* from, std::size_t bytes, std::uint64_t place) const;
    /// Of a stream, what is there, for which it waits a tenth of a second: none at the end, no
    /// number for an error, which is EAGAIN if nothing has come.
    std::optional<std::size_t> read_some(void* to, std::size_t bytes) const;
    /// The number of bytes written, as above.
    std::size_t write(const void* from, std::size_t bytes) const;

    /// That the disk has what has been written.
    bool sync() const;
    /// That the disk has room for so many bytes.
    bool reserve(std::uint64_t bytes) const;
    bool set_mode(unsigned mode) const;
    /// Locks it against other handles, until it is closed; without `wait`, false with EWOULDBLOCK
    /// if another has locked it.
    bool lock(bool wait) const;
    /// A disk on the network may refuse only here what has been written.
    bool close();

  private:
    int handle_ = -1;
};

std::optional<FileStatus> file_status(const std::filesystem::path& path);

/// Whether a file cannot grow: the disk is full, or this user's share of it, or the file is as
/// large as it may be.
bool means_full_disk(int error) noexcept;

/// Whether this user may make files in the folder.
bool may_write_in(const std::filesystem::path& folder);

/// For signal handlers, too.
void remove_file(const char* name) noexcept;

/// A copy of the handle that "/dev/stdin", "/dev/stdout" or "/dev/fd/7" means; none for any other
/// path, or if there is no such handle. Streams that the process already has are used as they are:
/// opening them anew would fail for a socket and start at the beginning of a file.
File standard_stream(const std::filesystem::path& path);

/// A copy of standard output, as a path for `standard_stream`. From here on, what is printed to
/// standard output goes to standard error. "" if the system refuses.
std::string take_standard_output();

/// Whether the path means a handle of this process.
bool names_stream(std::string_view path);

/// Whether the path is one of the system's devices or streams. Files in "/dev/shm" are files like
/// others, in memory.
bool is_system_device(const std::filesystem::path& path);

}  // namespace apsp
