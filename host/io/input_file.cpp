// Input files. A plain file is read by all threads when its bytes are first asked for; what has no
// size is read to its end.
#include "io/input_file.hpp"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/nearest.hpp"
#include "base/parallel_for.hpp"
#include "base/stop.hpp"
#include "base/text.hpp"
#include "io/packing.hpp"
#include "io/standard_stream.hpp"

namespace apsp {
namespace {

constexpr std::size_t kHead = std::size_t{64} << 10;

struct Descriptor {
    int fd;
    ~Descriptor() {
        if (fd >= 0) close(fd);
    }
};

}  // namespace

InputFile::InputFile(const std::filesystem::path& path, const FileProgress& progress)
    : name_(printable(path.string())), progress_(progress) {
    try {
        open(path);
        const Packing packing = packing_of(head_), named = packing_by_suffix(path);
        if (packing != Packing::none) {
            unpack_as(packing);
        } else if (named == Packing::gzip) {
            fail("gzip data", "something else; remove .gz from its name");
        } else if (named == Packing::zstd) {
            fail("Zstandard data", "something else; remove .zst from its name");
        }
    } catch (...) {
        if (file_ >= 0) close(file_);
        throw;
    }
}

InputFile::~InputFile() {
    if (file_ >= 0) close(file_);
}

void InputFile::unpack_as(Packing packing) {
    const FileProgress half = [this](double share) { progress_(share / 2); };
    text_ = unpack(bytes(), packing, name_, {progress_ ? half : FileProgress(), size_});
    memory_.reset();
    unpacked_ = true;
    size_ = text_.text().size();
    set_bytes(text_.text());
    if (size_ == 0) fail("a graph", "nothing once unpacked");
}

void fail_input(std::string_view file, std::string_view expected, std::string_view found) {
    throw Error(ErrorKind::bad_input,
                fmt::format("{}: expected {}, found {}", file, expected, found));
}

void InputFile::fail(std::string_view expected, std::string_view found) const {
    fail_input(name_, expected, found);
}

void InputFile::refuse(std::string_view what) const {
    const int why = errno;
    if (names_stream(name_) && (why == EBADF || why == ENOENT)) {
        throw Error(ErrorKind::bad_input,
                    fmt::format("{}: is closed, so nothing can be read from it", name_));
    }
    throw Error(ErrorKind::bad_input,
                fmt::format("{}: cannot be {}: {}{}", name_, what, std::strerror(why),
                            why == ENOENT ? did_you_mean_file(name_) : ""));
}

void InputFile::open(const std::filesystem::path& path) {
    // O_NONBLOCK: a named pipe may have no writer yet, and read_all waits for one.
    Descriptor file{standard_stream(path)};
    if (file.fd < 0) file.fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file.fd < 0) refuse("opened");
    if (fstat(file.fd, &status_) != 0) refuse("examined");
    if (S_ISDIR(status_.st_mode)) fail("a file", "a directory");
    if (!S_ISREG(status_.st_mode) || lseek(file.fd, 0, SEEK_CUR) != 0) return read_all(file.fd);
    if (status_.st_size == 0) fail("a graph", "an empty file");
    size_ = static_cast<std::size_t>(status_.st_size);
    file_ = std::exchange(file.fd, -1);
    first_.resize(std::min(size_, kHead));
    read(0, first_);
    head_ = first_;
}

void InputFile::set_bytes(std::string_view bytes) const {
    bytes_ = bytes;
    head_ = bytes.substr(0, kHead);
}

std::string_view InputFile::bytes() const {
    if (bytes_.data() != nullptr) return bytes_;
    const std::size_t available = available_host_memory();
    if (available != 0 && size_ > available) {
        throw Error(ErrorKind::out_of_memory,
                    fmt::format("{}: has {}, and the host has memory for {}; a matrix as .npy is "
                                "read in parts",
                                name_, format_bytes(size_), format_bytes(available)));
    }
    memory_ = allocate_host(size_);
    char* const to = static_cast<char*>(memory_.get());
    constexpr std::size_t kPiece = std::size_t{1} << 20;
    parallel_for({0, (size_ + kPiece - 1) / kPiece}, kPiece / 8.0, [&](std::size_t k) {
        read(k * kPiece, {to + k * kPiece, std::min(kPiece, size_ - k * kPiece)});
    });
    check_unchanged();
    set_bytes({to, size_});
    return bytes_;
}

void InputFile::copy(std::size_t place, std::span<char> to) const {
    if (bytes_.data() != nullptr) {
        std::memcpy(to.data(), bytes_.data() + place, to.size());
        return;
    }
    read(place, to);
    check_unchanged();
}

void InputFile::read(std::size_t place, std::span<char> to) const {
    for (std::size_t done = 0; done < to.size();) {
        const ssize_t count =
            pread(file_, to.data() + done, to.size() - done, static_cast<off_t>(place + done));
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) refuse("read");
        if (count == 0) {
            fail(fmt::format("{} bytes", size_),
                 fmt::format("only {}: it became shorter while it was read; read it once it is "
                             "whole",
                             place + done));
        }
        done += static_cast<std::size_t>(count);
    }
}

void InputFile::check_unchanged() const {
    struct stat now {};
    if (fstat(file_, &now) != 0) refuse("examined");
    if (now.st_size == status_.st_size && now.st_mtim.tv_sec == status_.st_mtim.tv_sec &&
        now.st_mtim.tv_nsec == status_.st_mtim.tv_nsec) {
        return;
    }
    fail("a file that stays as it is", "changes while it was read; read it once it is whole");
}

/// Reads until the writer has ended. Checks for stops while nothing arrives.
void InputFile::read_all(int descriptor) {
    constexpr int kPatience = 100;  // milliseconds
    while (true) {
        check_stop();
        pollfd ready{descriptor, POLLIN, 0};
        const int events = poll(&ready, 1, kPatience);
        if (events < 0 && errno != EINTR) refuse("read");
        if (events <= 0) continue;
        const auto room = text_.room(name_);
        const ssize_t count = ::read(descriptor, room.data(), room.size());
        if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (count < 0) refuse("read");
        if (count == 0) break;
        text_.advance(static_cast<std::size_t>(count));
    }
    size_ = text_.text().size();
    set_bytes(text_.text());
    if (size_ == 0) fail("a graph", "nothing");
}

}  // namespace apsp
