// Input files: mmap for plain ones (no copy, the system reads ahead), zlib's inflate for gzip. The
// unpacked text grows with the data that really comes, never with a size that a file claims.
#define ZLIB_CONST  // next_in as a pointer to const
#include "io/input_file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/text.hpp"
#include "io/ascii.hpp"

namespace apsp {
namespace {

struct Descriptor {
    int fd;
    ~Descriptor() {
        if (fd >= 0) close(fd);
    }
};

constexpr std::string_view kGzipMagic = "\x1f\x8b";

}  // namespace

InputFile::InputFile(const std::filesystem::path& path, const FileProgress& progress)
    : name_(path.string()), progress_(progress) {
    map(path);
    if (suffix_of(path) == ".gz") {
        unpack();
    } else if (bytes_.starts_with(kGzipMagic)) {
        fail("text or a NumPy array", "gzip data; add .gz to its name");
    }
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

void InputFile::map(const std::filesystem::path& path) {
    // O_NONBLOCK: a named pipe without a writer is refused below instead of waited for.
    const auto refuse = [&](std::string_view what) {
        throw Error(ErrorKind::bad_input,
                    fmt::format("{}: cannot be {}: {}", name_, what, std::strerror(errno)));
    };
    const Descriptor file{open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
    if (file.fd < 0) refuse("opened");
    struct stat status {};
    if (fstat(file.fd, &status) != 0) refuse("examined");
    if (S_ISDIR(status.st_mode)) fail("a file", "a directory");
    if (!S_ISREG(status.st_mode)) fail("a regular file", "a pipe or device; copy it to a file");
    if (status.st_size == 0) fail("a graph", "an empty file");

    const auto size = static_cast<std::size_t>(status.st_size);
    void* memory = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.fd, 0);
    if (memory == MAP_FAILED) refuse("read");
    madvise(memory, size, MADV_SEQUENTIAL);
    mapped_ = std::unique_ptr<char, Unmap>(static_cast<char*>(memory), Unmap{size});
    bytes_ = {mapped_.get(), size};
}

void InputFile::grow(std::size_t& capacity) {
    const std::size_t larger = std::max(capacity * 2, std::size_t{1} << 16);
    char* memory = static_cast<char*>(std::realloc(unpacked_.get(), larger));
    if (memory == nullptr) {
        throw Error(
            ErrorKind::out_of_memory,
            fmt::format("{}: no host memory for {} of unpacked data", name_, format_bytes(larger)));
    }
    (void)unpacked_.release();  // realloc has freed or moved it
    unpacked_.reset(memory);
    capacity = larger;
}

void InputFile::unpack() {
    const std::string_view packed = bytes_;
    if (!packed.starts_with(kGzipMagic)) {
        fail("gzip data", "something else; take .gz off its name");
    }
    ProgressMeter meter(progress_ ? [this](double share) { progress_(share / 2); } : FileProgress{},
                        packed.size());
    constexpr std::size_t kChunk = std::size_t{1} << 20;  // zlib counts in 32 bits
    z_stream z{};
    constexpr int kGzip = 16 + MAX_WBITS;
    if (inflateInit2(&z, kGzip) != Z_OK) {
        throw Error(ErrorKind::out_of_memory, "no host memory for zlib's tables");
    }
    const std::unique_ptr<z_stream, int (*)(z_stream*)> release(&z, inflateEnd);
    std::size_t done = 0;
    std::size_t size = 0;
    std::size_t capacity = 0;
    while (true) {
        if (size == capacity) grow(capacity);
        const std::size_t in = std::min(packed.size() - done, kChunk);
        const std::size_t out = std::min(capacity - size, kChunk);
        z.next_in = reinterpret_cast<const Bytef*>(packed.data() + done);
        z.avail_in = static_cast<uInt>(in);
        z.next_out = reinterpret_cast<Bytef*>(unpacked_.get() + size);
        z.avail_out = static_cast<uInt>(out);
        const int code = inflate(&z, Z_NO_FLUSH);
        done += in - z.avail_in;
        size += out - z.avail_out;
        meter.at(done);
        if (code == Z_STREAM_END) {
            // Several members may follow one another (bgzip, `cat a.gz b.gz`); zeros are padding.
            const std::size_t next = packed.find_first_not_of('\0', done);
            if (next == std::string_view::npos) break;
            if (!packed.substr(next).starts_with(kGzipMagic)) {
                fail("the end of the gzip data",
                     fmt::format("other data after byte {}; fetch it again", next));
            }
            done = next;
            inflateReset(&z);
        } else if (code == Z_BUF_ERROR || (code == Z_OK && done == packed.size() && z.avail_out)) {
            fail("more gzip data", "the end of the file: it is truncated; fetch it again");
        } else if (code != Z_OK) {
            fail("gzip data", fmt::format("damage near byte {} ({}); fetch it again", done,
                                          z.msg != nullptr ? z.msg : "zlib error"));
        }
    }
    if (size == 0) fail("a graph", "nothing once unpacked");
    bytes_ = {unpacked_.get(), size};
    mapped_.reset();
}

}  // namespace apsp
