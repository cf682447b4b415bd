// A whole input file as one piece of memory: mapped where it lies, read from a pipe, or unpacked.
// Parsers then work on a std::string_view and need no buffers of their own.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "apsp/io.hpp"
#include "io/growing_text.hpp"
#include "io/progress_meter.hpp"

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

    std::string_view bytes() const noexcept { return bytes_; }
    /// The path as it was given, for messages.
    const std::string& name() const noexcept { return name_; }
    /// For the parser of `bytes()`. Unpacking, if any, was the first half of the work.
    ProgressMeter meter() const { return {progress_, bytes_.size(), unpacked_ ? 0.5 : 0.0}; }

    /// As `fail_input`, with this file's name.
    [[noreturn]] void fail(std::string_view expected, std::string_view found) const;

  private:
    struct Unmap {
        std::size_t size;
        void operator()(char* memory) const noexcept;
    };
    void open(const std::filesystem::path& path);
    void read_all(int descriptor);
    [[noreturn]] void refuse(std::string_view what) const;

    std::string name_;
    FileProgress progress_;
    std::unique_ptr<char, Unmap> mapped_{nullptr, Unmap{0}};
    GrowingText text_;  // what was not mapped
    bool unpacked_ = false;
    std::string_view bytes_;
};

}  // namespace apsp
