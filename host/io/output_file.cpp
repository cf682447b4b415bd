// Output files by way of a temporary in the same directory, as rename is atomic only within a file
// system. Every write and the close are checked: a full disk may show at any of them.
#include "io/output_file.hpp"

#include <atomic>
#include <cerrno>
#include <cstring>
#include <utility>

#include "apsp/errors.hpp"
#include "base/text.hpp"
#include "platform/process.hpp"

namespace apsp {
namespace {

/// Names of temporaries, kept where a signal handler can read them: in memory that does not move,
/// without a lock. `live` is set after the name is written, and cleared before.
struct Slot {
    std::atomic<bool> taken{false};
    std::atomic<bool> live{false};
    char name[4096] = {};
};
static_assert(std::atomic<bool>::is_always_lock_free);

Slot slots[16];
constexpr std::size_t kNoSlot = std::size(slots);

bool is_stream(const std::filesystem::path& path) {
    if (is_system_device(path)) return true;  // "/dev/stderr" may be a file, open at some place
    const auto status = file_status(path);
    return status && !status->plain && !status->folder;
}

}  // namespace

std::filesystem::path behind_links(std::filesystem::path path) {
    constexpr int kMostLinks = 40;  // as many as Linux follows
    std::error_code ignored;
    for (int k = 0; k < kMostLinks && is_symlink(symlink_status(path, ignored)); ++k) {
        path = path.parent_path() / read_symlink(path, ignored);
    }
    return path;
}

void remove_partial_files() noexcept {
    for (const Slot& slot : slots) {
        if (slot.live) remove_file(slot.name);
    }
}

PartialFile::PartialFile(const std::string& name) {
    while (slot_ < kNoSlot && slots[slot_].taken.exchange(true)) ++slot_;
    if (slot_ == kNoSlot) return;  // too many at once: this file would outlive an interrupt
    if (name.size() >= sizeof slots[slot_].name) return;  // open will refuse it, too
    std::memcpy(slots[slot_].name, name.c_str(), name.size() + 1);
    slots[slot_].live = true;
}

PartialFile::~PartialFile() {
    if (slot_ == kNoSlot) return;
    slots[slot_].live = false;
    slots[slot_].taken = false;
}

OutputFile::OutputFile(std::filesystem::path path)
    : path_(std::move(path)),
      place_(behind_links(path_)),
      packer_(make_packer(packing_by_suffix(path_), path_.string(),
                          [this](const char* bytes, std::size_t size) { write(bytes, size); })),
      buffer_(kBuffer) {
    if (open_stream()) return;
    while (!create(free_name(path_))) {
    }
}

OutputFile::OutputFile(std::filesystem::path path, std::filesystem::path temporary)
    : path_(std::move(path)), place_(behind_links(path_)), buffer_(kBuffer) {
    if (!create(std::move(temporary))) fail("created", EEXIST);
}

std::filesystem::path OutputFile::free_name(const std::filesystem::path& path) {
    // A killed process with our id may have left its temporary behind.
    std::filesystem::path name = behind_links(path);
    std::error_code ignored;
    for (int attempt = 0;; ++attempt) {
        name.replace_filename(fmt::format(".apsp-{}-{}.part", process_id(), attempt));
        if (!exists(symlink_status(name, ignored))) return name;
    }
}

bool OutputFile::open_stream() {
    file_ = standard_stream(path_);
    if (file_) return true;
    if (!is_stream(path_)) return false;
    file_ = File(path_, FileUse::write);
    if (!file_) fail("opened", errno);
    return true;
}

bool OutputFile::create(std::filesystem::path temporary) {
    std::error_code ignored;
    int error = std::filesystem::is_directory(path_, ignored) ? EISDIR : 0;
    if (error == 0) {
        partial_.emplace(temporary.string());
        // Not mkstemp, which would make the file unreadable to others whatever the umask says. What
        // replaces a file gets its mode at the end.
        file_ = File(temporary, file_status(place_) ? FileUse::create_private : FileUse::create);
        error = file_ ? 0 : errno;
    }
    if (error == EEXIST) return false;
    if (error != 0) fail(error == EISDIR ? "written" : "created", error);
    temporary_ = std::move(temporary);
    return true;
}

OutputFile::~OutputFile() {
    file_.close();
    std::error_code ignored;
    if (!temporary_.empty()) std::filesystem::remove(temporary_, ignored);
}

void OutputFile::fail(const char* action, int error) const {
    const bool full = !temporary_.empty() && means_full_disk(error);
    throw Error(ErrorKind::internal,
                fmt::format("{}: cannot be {}: {}{}", path_.string(), action, std::strerror(error),
                            full ? fmt::format(" after {}; no partial file is left; free space or "
                                               "choose another disk",
                                               format_bytes(written_.load()))
                                 : ""));
}

void OutputFile::append(const void* data, std::size_t size) {
    if (size > kBuffer - filled_) flush();
    if (size > kBuffer) {
        write_through(static_cast<const char*>(data), size);
    } else {
        std::memcpy(buffer_.data() + filled_, data, size);
        filled_ += size;
    }
}

char* OutputFile::room(std::size_t size) {
    if (size > kBuffer - filled_) flush();
    return buffer_.data() + filled_;
}

void OutputFile::flush() {
    write_through(buffer_.data(), std::exchange(filled_, 0));
}

void OutputFile::write_through(const char* bytes, std::size_t size) {
    packer_ ? packer_->add(bytes, size) : write(bytes, size);
}

/// Appends to what has been written this way.
void OutputFile::write(const char* bytes, std::size_t size) {
    if (!temporary_.empty()) {
        write_at(std::exchange(appended_, appended_ + size), bytes, size);
        return;
    }
    const std::size_t done = file_.write(bytes, size);
    written_ += done;
    if (done != size) fail("written", errno);
}

void OutputFile::need_places(const std::filesystem::path& path) {
    if (!is_stream(path) && packing_by_suffix(path) == Packing::none) return;
    throw Error(ErrorKind::usage,
                fmt::format("{}: this format cannot be written as a stream; write it to a plain "
                            "file, neither a pipe nor compressed, or choose .npy",
                            path.string()));
}

void OutputFile::write_at(std::size_t place, const void* data, std::size_t size) {
    const std::size_t done = file_.write_at(data, size, place);
    written_ += done;
    if (done != size) fail("written", errno);
}

void OutputFile::commit() {
    flush();
    if (packer_) packer_->finish();
    const auto replaced = temporary_.empty() ? std::nullopt : file_status(place_);
    if (replaced) file_.set_mode(replaced->mode);  // some file systems have no modes
    if (!file_.close()) fail("written", errno);
    if (temporary_.empty()) return;
    std::error_code refused;
    std::filesystem::rename(temporary_, place_, refused);
    if (refused) fail("given its name", refused.default_error_condition().value());
    temporary_.clear();
}

std::string write_whole(const std::filesystem::path& path, std::string_view content) {
    try {
        std::filesystem::create_directories(path.parent_path());
        OutputFile file(path);
        file.append(content);
        file.commit();
        return "";
    } catch (const std::exception& error) {
        return error.what();
    }
}

}  // namespace apsp
