// See file.hpp.
#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <utility>

#include "platform/file.hpp"

namespace apsp {
namespace {

int flags_of(FileUse use) {
    switch (use) {
        case FileUse::read: return O_RDONLY | O_NONBLOCK;
        case FileUse::write: return O_WRONLY;
        case FileUse::both: return O_RDWR;
        case FileUse::update: return O_RDWR | O_CREAT;
        case FileUse::append: return O_WRONLY | O_CREAT | O_APPEND;
        case FileUse::create:
        case FileUse::create_private: return O_WRONLY | O_CREAT | O_EXCL;
    }
    return O_RDONLY;
}

FileStatus status_of(const struct stat& status) {
    return {S_ISREG(status.st_mode),
            S_ISDIR(status.st_mode),
            status.st_nlink == 0,
            static_cast<std::uint64_t>(status.st_size),
            std::int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec,
            status.st_mode & 0777u,
            status.st_dev,
            status.st_ino};
}

/// Moves bytes by calls that may move only some at a time.
template <class Move>
std::size_t move_all(std::size_t bytes, const Move& move) {
    std::size_t done = 0;
    while (done < bytes) {
        const ssize_t moved = move(done);
        if (moved < 0 && errno == EINTR) continue;
        if (moved == 0) errno = ENODATA;
        if (moved <= 0) break;
        done += static_cast<std::size_t>(moved);
    }
    return done;
}

}  // namespace

File::File(const std::filesystem::path& path, FileUse use)
    : handle_(open(path.c_str(), flags_of(use) | O_CLOEXEC,
                   use == FileUse::create_private ? 0600 : 0666)) {}

File::File(File&& other) noexcept : handle_(std::exchange(other.handle_, -1)) {}

File& File::operator=(File&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
}

std::optional<FileStatus> File::status() const {
    struct stat status {};
    return fstat(handle_, &status) == 0 ? std::optional(status_of(status)) : std::nullopt;
}

bool File::at_start() const {
    return lseek(handle_, 0, SEEK_CUR) == 0;
}

std::size_t File::read_at(void* to, std::size_t bytes, std::uint64_t place) const {
    return move_all(bytes, [&](std::size_t done) {
        return pread(handle_, static_cast<char*>(to) + done, bytes - done,
                     static_cast<off_t>(place + done));
    });
}

std::size_t File::write_at(const void* from, std::size_t bytes, std::uint64_t place) const {
    return move_all(bytes, [&](std::size_t done) {
        return pwrite(handle_, static_cast<const char*>(from) + done, bytes - done,
                      static_cast<off_t>(place + done));
    });
}

std::optional<std::size_t> File::read_some(void* to, std::size_t bytes) const {
    constexpr int kTenth = 100;  // milliseconds
    pollfd ready{handle_, POLLIN, 0};
    const int events = poll(&ready, 1, kTenth);
    if (events == 0) errno = EAGAIN;
    const ssize_t count = events <= 0 ? -1 : ::read(handle_, to, bytes);
    if (count < 0 && errno == EINTR) errno = EAGAIN;
    return count < 0 ? std::nullopt : std::optional(static_cast<std::size_t>(count));
}

std::size_t File::write(const void* from, std::size_t bytes) const {
    return move_all(bytes, [&](std::size_t done) {
        return ::write(handle_, static_cast<const char*>(from) + done, bytes - done);
    });
}

bool File::sync() const {
    return fdatasync(handle_) == 0;
}

bool File::reserve(std::uint64_t bytes) const {
    errno = posix_fallocate(handle_, 0, static_cast<off_t>(bytes));
    return errno == 0;
}

bool File::set_mode(unsigned mode) const {
    return fchmod(handle_, static_cast<mode_t>(mode)) == 0;
}

bool File::lock(bool wait) const {
    while (flock(handle_, wait ? LOCK_EX : LOCK_EX | LOCK_NB) != 0) {
        if (!wait || errno != EINTR) return false;
    }
    return true;
}

bool File::close() {
    const int handle = std::exchange(handle_, -1);
    return handle < 0 || ::close(handle) == 0;
}

std::optional<FileStatus> file_status(const std::filesystem::path& path) {
    struct stat status {};
    return stat(path.c_str(), &status) == 0 ? std::optional(status_of(status)) : std::nullopt;
}

bool may_write_in(const std::filesystem::path& folder) {
    return access(folder.c_str(), W_OK | X_OK) == 0;
}

void remove_file(const char* name) noexcept {
    unlink(name);
}

File standard_stream(const std::filesystem::path& path) {
    const std::string name = path.string();
    if (name == "/dev/stdin") return File(dup(STDIN_FILENO));
    if (name == "/dev/stdout") return File(dup(STDOUT_FILENO));
    if (!name.starts_with("/dev/fd/")) return {};
    int number = -1;
    const char* const end = name.data() + name.size();
    const auto [rest, error] = std::from_chars(name.data() + 8, end, number);
    return error == std::errc() && rest == end ? File(dup(number)) : File();
}

std::string take_standard_output() {
    std::fflush(stdout);
    const int kept = dup(STDOUT_FILENO);
    const bool done = kept >= 0 && dup2(STDERR_FILENO, STDOUT_FILENO) >= 0;
    return done ? "/dev/fd/" + std::to_string(kept) : "";
}

bool names_stream(std::string_view path) {
    return path == "/dev/stdin" || path == "/dev/stdout" || path == "/dev/stderr" ||
           path.starts_with("/dev/fd/");
}

bool is_system_device(const std::filesystem::path& path) {
    const std::string name = path.string();
    return name.starts_with("/dev/") && !name.starts_with("/dev/shm/");
}

}  // namespace apsp
