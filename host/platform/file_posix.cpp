// See file.hpp.
#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "platform/file.hpp"
#include "platform/move_all.hpp"

namespace apsp {

std::int64_t modified(const struct stat& status);  // of each system

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
            modified(status),
            status.st_mode & 0777u,
            static_cast<std::uint64_t>(status.st_dev),
            status.st_ino};
}

}  // namespace

File::File(const std::filesystem::path& path, FileUse use)
    : handle_(open(path.c_str(), flags_of(use) | O_CLOEXEC,
                   use == FileUse::create_private ? 0600 : 0666)) {}

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

bool means_full_disk(int error) noexcept {
    return error == ENOSPC || error == EDQUOT || error == EFBIG;
}

bool may_write_in(const std::filesystem::path& folder) {
    return access(folder.c_str(), W_OK | X_OK) == 0;
}

void remove_file(const char* name) noexcept {
    unlink(name);
}

}  // namespace apsp
