// A whole input file as one piece of memory: mapped where it lies, or unpacked from gzip. Parsers
// then work on a std::string_view and need no buffers of their own.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "apsp/io.hpp"
#include "io/progress_meter.hpp"

namespace apsp {

/// @throws Error bad_input "<file>: expected <expected>, found <found>"
[[noreturn]] void fail_input(std::string_view file, std::string_view expected,
                             std::string_view found);

class InputFile {
  public:
    /// Opens the file, and unpacks it when its suffix is ".gz".
    /// @throws Error bad_input when it is missing, a directory, unreadable, empty, or not whole
    /// gzip;
    ///         out_of_memory when the unpacked text does not fit
    explicit InputFile(const std::filesystem::path& path, const FileProgress& progress = {});

    std::string_view bytes() const noexcept { return bytes_; }
    /// The path as it was given, for messages.
    const std::string& name() const noexcept { return name_; }
    /// For whoever parses `bytes()`. Unpacking, if any, was the first half of the work.
    ProgressMeter meter() const { return {progress_, bytes_.size(), unpacked_ ? 0.5 : 0.0}; }

    /// As `fail_input` of its name.
    [[noreturn]] void fail(std::string_view expected, std::string_view found) const;

  private:
    struct Unmap {
        std::size_t size;
        void operator()(char* memory) const noexcept;
    };
    struct Free {
        void operator()(char* memory) const noexcept { std::free(memory); }
    };
    void map(const std::filesystem::path& path);
    void unpack();
    void grow(std::size_t& capacity);

    std::string name_;
    FileProgress progress_;
    std::unique_ptr<char, Unmap> mapped_{nullptr, Unmap{0}};
    // From malloc: realloc moves large blocks without copying.
    std::unique_ptr<char, Free> unpacked_;
    std::string_view bytes_;
};

}  // namespace apsp
