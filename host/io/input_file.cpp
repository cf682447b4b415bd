// Input files. A plain file is read by all threads when its bytes are first asked for; what has no
// size is read to its end.
#include "io/input_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/nearest.hpp"
#include "base/parallel_for.hpp"
#include "base/stop.hpp"
#include "base/text.hpp"
#include "io/packing.hpp"

namespace apsp {
namespace {

constexpr std::size_t kHead = std::size_t{64} << 10;

}  // namespace

InputFile::InputFile(const std::filesystem::path& path, const FileProgress& progress)
    : name_(printable(text_of(path))), progress_(progress) {
    open(path);
    const Packing packing = packing_of(head_), named = packing_by_suffix(path);
    if (packing != Packing::none) {
        unpack_as(packing);
    } else if (named == Packing::gzip) {
        fail("gzip data", "something else; remove .gz from its name");
    } else if (named == Packing::zstd) {
        fail("Zstandard data", "something else; remove .zst from its name");
    }
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
                            why == ENOENT ? did_you_mean_file(path_of(name_)) : ""));
}

void InputFile::open(const std::filesystem::path& path) {
    File file = standard_stream(path);
    if (!file) file = File(path, FileUse::read);  // a named pipe may have no writer yet
    if (!file) refuse("opened");
    const auto status = file.status();
    if (!status) refuse("examined");
    if (status->folder) fail("a file", "a directory");
    if (!status->plain || !file.at_start()) return read_all(file);
    if (status->size == 0) fail("a graph", "an empty file");
    status_ = *status;
    size_ = status_.size;
    file_ = std::move(file);
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
    const std::size_t done = file_.read_at(to.data(), to.size(), place);
    if (done == to.size()) return;
    if (errno != ENODATA) refuse("read");
    fail(fmt::format("{} bytes", size_),
         fmt::format("only {}: it became shorter while it was read; read it once it is whole",
                     place + done));
}

void InputFile::check_unchanged() const {
    const auto now = file_.status();
    if (!now) refuse("examined");
    if (now->size == status_.size && now->modified == status_.modified) return;
    fail("a file that stays as it is", "changes while it was read; read it once it is whole");
}

/// Reads until the writer has ended. Checks for stops while nothing arrives.
void InputFile::read_all(const File& file) {
    while (true) {
        check_stop();
        const auto room = text_.room(name_);
        const auto count = file.read_some(room.data(), room.size());
        if (!count && errno == EAGAIN) continue;
        if (!count) refuse("read");
        if (*count == 0) break;
        text_.advance(*count);
    }
    size_ = text_.text().size();
    set_bytes(text_.text());
    if (size_ == 0) fail("a graph", "nothing");
}

}  // namespace apsp
