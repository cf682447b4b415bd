// How far a solve has come, in a file: its name, then records of numbers. What has been added is on
// the disk. A record counts only if its check is right: one that was torn by a kill, and what
// follows it, is as if it were not there.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <span>
#include <string>

namespace apsp {

class Journal {
  public:
    /// Nothing is read or made yet. Others of the folder's files begin like the path's name.
    Journal(std::filesystem::path path, std::string name);
    Journal(const Journal&) = delete;
    Journal& operator=(const Journal&) = delete;
    ~Journal();

    /// @throws Error usage where an earlier solve has left one
    void expect_none() const;
    /// Calls take(numbers) for each record that is there, in order, until it says no. False, and
    /// nothing, if there is not even a name.
    /// @throws Error bad_input when it is of a solve of another name
    bool read(const std::function<bool(std::span<const std::uint64_t>)>& take);
    /// Cuts off what `read` has not taken.
    void cut() const;

    /// Whether the name is there.
    bool begun() const noexcept { return begun_; }
    /// Writes the name. @throws Error internal for what the system refuses, as all
    void begin();
    void add(std::initializer_list<std::uint64_t> numbers);
    void remove();

  private:
    void append(const std::string& lines);

    std::filesystem::path path_;
    std::string name_;
    int file_ = -1;
    std::size_t whole_ = 0;  // bytes that `read` has taken
    bool begun_ = false;
};

/// Reserves so many bytes for a file: a disk that is full later would be the loss of the work until
/// then. @throws Error internal
void reserve(int file, std::uint64_t bytes, const std::filesystem::path& folder);

/// Of a workspace: what the system refused, and why by errno.
[[noreturn]] void fail_in_workspace(const std::filesystem::path& folder, const std::string& what);

}  // namespace apsp
