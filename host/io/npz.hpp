// NumPy's .npz: a zip archive with a .npy file for each array.
// https://numpy.org/doc/stable/reference/generated/numpy.savez.html
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/input_file.hpp"
#include "io/output_file.hpp"

namespace apsp {

/// Whether this build has libzip.
bool can_read_npz();

class NpzReader {
  public:
    /// `file` must outlive it.
    /// @throws Error bad_input, here and below, for a file that is no archive, is damaged or lacks
    ///         the array; usage without libzip
    explicit NpzReader(const InputFile& file);
    NpzReader(NpzReader&&) noexcept;
    ~NpzReader();

    bool has(const std::string& array) const;
    /// "batch.npz: indptr", for messages.
    std::string name_of(const std::string& array) const;
    /// The bytes of its .npy file.
    std::string read(const std::string& array) const;

  private:
    struct Archive;
    std::unique_ptr<Archive> archive_;
};

/// Writes arrays that all grow at the same time, which libzip cannot do, each to its own place in
/// one file. They are stored without compression, so that their sizes are known beforehand.
class NpzWriter {
  public:
    struct Array {
        std::string name;
        std::string type;  ///< As NumPy has it: "<f4".
        std::vector<std::size_t> shape;
    };

    /// @throws Error internal, here and below, when the disk does not take it
    NpzWriter(const std::filesystem::path& path, const std::vector<Array>& arrays);

    /// Adds an array whose size was not known before. Returns its place among all.
    std::size_t add(const Array& array);
    /// Writes the next elements of an array.
    void append(std::size_t array, const void* data, std::size_t bytes);
    /// Writes bytes to a place among an array's elements; several threads may. Returns their
    /// checksum, for `join`.
    std::uint32_t put(std::size_t array, std::uint64_t place, const void* data, std::size_t bytes);
    /// The next bytes of an array are some that were put there.
    void join(std::size_t array, std::uint32_t checksum, std::uint64_t bytes);
    /// All elements must have been appended or joined.
    void commit();

  private:
    struct Entry {
        std::string file;        // its name in the archive
        std::uint64_t begin;     // of its local header
        std::uint64_t first;     // of the elements
        std::uint64_t next;      // where elements are written
        std::uint64_t size;      // of the .npy file
        std::uint32_t checksum;  // CRC-32 of what has been written of it
    };

    OutputFile output_;
    std::vector<Entry> entries_;
    std::uint64_t end_ = 0;
};

}  // namespace apsp
