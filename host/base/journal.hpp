// A file that records how far a solve has come: its name, then records of numbers. A record that
// has been added is on the disk. The last line, without its end, may have been torn by a kill: it
// is ignored. Any other line whose checksum is wrong is damage, for which nothing can be resumed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/file_lock.hpp"
#include "platform/file.hpp"

namespace apsp {

class Journal {
  public:
    /// Nothing is read or created yet. The solve's other files in the folder have the same stem.
    Journal(std::filesystem::path path, std::string name);

    /// Keeps others from solving in the folder, which it makes, until `unlock` or the end of this
    /// object.
    /// @throws Error usage where another solve is under way
    void lock();
    /// Deletes the lock's file, which must be the last of the solve's files.
    void unlock();
    /// @throws Error usage where an earlier solve has left one
    void expect_none() const;
    /// Calls take(numbers) for each record in the file, in order. Returns false, without any call,
    /// if the file does not even have a name.
    /// @throws Error bad_input when the file belongs to a solve of another name, or a record is
    ///         damaged, or `take` returns false for it
    bool read(const std::function<bool(std::span<const std::uint64_t>)>& take);
    /// Cuts off a torn line.
    void cut() const;

    /// Whether the file has its name.
    bool begun() const noexcept { return begun_; }
    /// Writes the name, and the first records.
    /// @throws Error internal, here and below, for what the system refuses
    void begin(std::span<const std::vector<std::uint64_t>> records = {});
    void add(const std::vector<std::uint64_t>& numbers);
    void remove();

  private:
    void append(const std::string& lines);

    std::filesystem::path path_;
    std::string name_;
    std::optional<FileLock> lock_;
    File file_;
    std::size_t whole_ = 0;  // bytes that `read` has taken
    bool begun_ = false;
};

/// The file that Journal::lock locks.
std::filesystem::path lock_file(std::filesystem::path journal);

/// Reserves this many bytes for a file: if the disk filled up later, the work done until then would
/// be lost. @throws Error internal
void reserve(const File& file, std::uint64_t bytes, const std::filesystem::path& folder);

/// That a file which a journal speaks of is there. @throws Error bad_input
void check_whole(const std::filesystem::path& file, std::uint64_t bytes);

/// @throws Error bad_input "<file>: <what>", with the way out
[[noreturn]] void fail_to_resume(const std::filesystem::path& file, const std::string& what);

/// Throws an error about a workspace: what the system refused, and why, by errno.
[[noreturn]] void fail_in_workspace(const std::filesystem::path& folder, const std::string& what);

}  // namespace apsp
