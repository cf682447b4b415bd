// Input files: mmap for plain ones (no copy, the system reads ahead), read for those without a
// size.
#include "io/input_file.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/nearest.hpp"
#include "base/stop.hpp"
#include "base/text.hpp"
#include "io/packing.hpp"
#include "io/standard_stream.hpp"

namespace apsp {
namespace {

struct Descriptor {
    int fd;
    ~Descriptor() {
        if (fd >= 0) close(fd);
    }
};

}  // namespace

InputFile::InputFile(const std::filesystem::path& path, const FileProgress& progress)
    : name_(path.string()), progress_(progress) {
    open(path);
    const Packing packing = packing_of(bytes_), named = packing_by_suffix(path);
    if (packing == Packing::none) {
        if (named == Packing::gzip) fail("gzip data", "something else; remove .gz from its name");
        if (named == Packing::zstd)
            fail("Zstandard data", "something else; remove .zst from its name");
        return;
    }
    const FileProgress half = [this](double share) { progress_(share / 2); };
    text_ = unpack(bytes_, packing, name_, {progress_ ? half : FileProgress(), bytes_.size()});
    bytes_ = text_.text();
    unpacked_ = true;
    mapped_.reset();
    if (bytes_.empty()) fail("a graph", "nothing once unpacked");
}

void fail_input(std::string_view file, std::string_view expected, std::string_view found) {
    throw Error(ErrorKind::bad_input,
                fmt::format("{}: expected {}, found {}", file, expected, found));
}

void InputFile::fail(std::string_view expected, std::string_view found) const {
    fail_input(name_, expected, found);
}

void InputFile::Unmap::operator()(char* memory) const noexcept {
    munmap(memory, size);
}

void InputFile::refuse(std::string_view what) const {
    const int why = errno;
    throw Error(ErrorKind::bad_input,
                fmt::format("{}: cannot be {}: {}{}", name_, what, std::strerror(why),
                            why == ENOENT ? did_you_mean_file(name_) : ""));
}

void InputFile::open(const std::filesystem::path& path) {
    // O_NONBLOCK: a named pipe may have no writer yet, and read_all waits for one.
    Descriptor file{standard_stream(path)};
    if (file.fd < 0) file.fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file.fd < 0) refuse("opened");
    struct stat status {};
    if (fstat(file.fd, &status) != 0) refuse("examined");
    if (S_ISDIR(status.st_mode)) fail("a file", "a directory");
    if (!S_ISREG(status.st_mode) || lseek(file.fd, 0, SEEK_CUR) != 0) {
        read_all(file.fd);
        if (bytes_.empty()) fail("a graph", "nothing");
        return;
    }
    if (status.st_size == 0) fail("a graph", "an empty file");
    const auto size = static_cast<std::size_t>(status.st_size);
    void* memory = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.fd, 0);
    if (memory == MAP_FAILED) refuse("read");
    madvise(memory, size, MADV_SEQUENTIAL);
    mapped_ = std::unique_ptr<char, Unmap>(static_cast<char*>(memory), Unmap{size});
    bytes_ = {mapped_.get(), size};
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
        const ssize_t count = read(descriptor, room.data(), room.size());
        if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (count < 0) refuse("read");
        if (count == 0) break;
        text_.advance(static_cast<std::size_t>(count));
    }
    bytes_ = text_.text();
}

}  // namespace apsp
