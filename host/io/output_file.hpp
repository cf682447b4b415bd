// An output file that appears whole or not at all: written beside its place under another name,
// renamed by `commit`, removed when anything fails before. It keeps the permissions of a file that
// it replaces; of a link, the target is replaced. Pipes and devices are written to directly. A file
// whose name ends in .gz or .zst is packed on the way.
#pragma once

#include <atomic>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/packing.hpp"
#include "platform/file.hpp"

namespace apsp {

/// Where a link leads, through other links; any other path as it is.
std::filesystem::path behind_links(std::filesystem::path path);

/// Removes what unfinished files have left on the disk so far. For signal handlers that end the
/// process next: it does nothing that is unsafe there.
void remove_partial_files() noexcept;

/// A name that `remove_partial_files` removes, too, for as long as the object lives.
class PartialFile {
  public:
    explicit PartialFile(const std::string& name);
    ~PartialFile();
    PartialFile(const PartialFile&) = delete;
    PartialFile& operator=(const PartialFile&) = delete;

  private:
    std::size_t slot_ = 0;
};

class OutputFile {
  public:
    /// @throws Error internal, here and below, with the system's reason
    explicit OutputFile(std::filesystem::path path);
    /// The same with a name from `free_name`, for callers that must know it before the file exists.
    OutputFile(std::filesystem::path path, std::filesystem::path temporary);
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    void append(const void* data, std::size_t size);
    void append(std::string_view text) { append(text.data(), text.size()); }
    /// Memory for `size` further bytes (at most kBuffer); `advance` says how many were filled in.
    char* room(std::size_t size);
    void advance(std::size_t size) noexcept { filled_ += size; }
    /// Checks that the file can be written at any place: it is neither a stream nor packed.
    /// @throws Error usage if not
    static void need_places(const std::filesystem::path& path);
    /// Writes at a place of the file, independently of what is appended; several threads may.
    void write_at(std::size_t place, const void* data, std::size_t size);
    /// Gives the file its name. Nothing may follow.
    void commit();

    /// A name beside `path`, or where that link leads, that no file has.
    static std::filesystem::path free_name(const std::filesystem::path& path);

    static constexpr std::size_t kBuffer = std::size_t{4} << 20;

  private:
    /// Opens the path if it is a stream's; returns whether it is.
    bool open_stream();
    /// False if such a file already exists.
    bool create(std::filesystem::path temporary);
    void flush();
    void write_through(const char* bytes, std::size_t size);
    void write(const char* bytes, std::size_t size);
    [[noreturn]] void fail(const char* action, int error) const;

    std::filesystem::path path_;
    std::filesystem::path place_;  // the same unless path_ is a link
    std::filesystem::path temporary_;
    std::optional<PartialFile> partial_;
    File file_;
    std::unique_ptr<Packer> packer_;
    std::vector<char> buffer_;
    std::size_t filled_ = 0;
    std::size_t appended_ = 0;  // bytes in the file, without what the buffer holds
    std::atomic<std::size_t> written_ = 0;
};

/// Writes a file with this content, making folders as needed. Returns what went wrong, or "".
[[nodiscard]] std::string write_whole(const std::filesystem::path& path, std::string_view content);

}  // namespace apsp
