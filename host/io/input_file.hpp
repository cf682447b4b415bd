// A whole input file as one piece of memory: read from a file or a pipe, or unpacked. Parsers then
// work on a std::string_view and need no buffers of their own. Files are not mapped: one that
// becomes shorter meanwhile would end the process, and one that changes would be two files at once.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "apsp/io.hpp"
#include "base/host_memory.hpp"
#include "io/growing_text.hpp"
#include "io/packing.hpp"
#include "io/progress_meter.hpp"
#include "platform/file.hpp"

namespace apsp {

/// @throws Error bad_input "<file>: expected <expected>, found <found>"
[[noreturn]] void fail_input(std::string_view file, std::string_view expected,
                             std::string_view found);

class InputFile {
  public:
    /// Opens the file, reads it to its end if it is a pipe (such as "/dev/stdin"), and unpacks it
    /// if it begins like gzip or Zstandard.
    /// @throws Error bad_input when it is missing, a directory, unreadable, empty, or not wholly
    ///         what its suffix says; out_of_memory when what is read or unpacked does not fit
    explicit InputFile(const std::filesystem::path& path, const FileProgress& progress = {});

    /// Everything, which is read by the first call. Only one thread may make that.
    /// @throws Error bad_input if the file changes meanwhile, out_of_memory
    std::string_view bytes() const;
    /// How many those are.
    std::size_t size() const noexcept { return size_; }
    /// The first bytes, up to some KiB.
    std::string_view head() const noexcept { return head_; }
    /// Copies bytes from a place on, which the file must have, without reading the others: for
    /// files that are larger than memory. @throws Error bad_input if the file has changed
    void copy(std::size_t place, std::span<char> to) const;

    /// The path as it was given, printable, for messages.
    const std::string& name() const noexcept { return name_; }
    /// For the parser of `bytes()`. Unpacking, if any, was the first half of the work.
    ProgressMeter meter() const { return {progress_, size_, unpacked_ ? 0.5 : 0.0}; }

    /// As `fail_input`, with this file's name.
    [[noreturn]] void fail(std::string_view expected, std::string_view found) const;

  private:
    void open(const std::filesystem::path& path);
    void read_all(const File& file);
    void set_bytes(std::string_view bytes) const;
    void unpack_as(Packing packing);
    void read(std::size_t place, std::span<char> to) const;
    void check_unchanged() const;
    [[noreturn]] void refuse(std::string_view what) const;

    std::string name_;
    FileProgress progress_;
    File file_;  // a plain file that has not been read yet
    FileStatus status_;
    std::size_t size_ = 0;
    std::string first_;          // of a plain file
    mutable HostMemory memory_;  // of a plain file, once it has been read
    GrowingText text_;           // of others
    bool unpacked_ = false;
    mutable std::string_view head_, bytes_;
};

}  // namespace apsp
