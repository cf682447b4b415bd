// Files that are packed with gzip or Zstandard: told by their first bytes when read, and by their
// suffix when written.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "io/growing_text.hpp"
#include "io/progress_meter.hpp"

namespace apsp {

enum class Packing { none, gzip, zstd };

/// The packing of a file by its contents, and by its name: ".gz" or ".zst".
Packing packing_of(std::string_view bytes);
Packing packing_by_suffix(const std::filesystem::path& path);
/// The suffix of what is in the file: ".npy" of "a.npy" and "a.NPY.gz".
std::string inner_suffix_of(const std::filesystem::path& path);

/// Whether this build has libzstd.
bool can_pack_zstd();

/// Unpacks these bytes of a file of that name.
/// @throws Error bad_input where they are not whole; usage without libzstd; out_of_memory
GrowingText unpack(std::string_view bytes, Packing packing, const std::string& file,
                   ProgressMeter meter);

/// Packs bytes as they come.
class Packer {
  public:
    using Sink = std::function<void(const char* bytes, std::size_t size)>;

    virtual ~Packer() = default;
    virtual void add(const char* bytes, std::size_t size) = 0;
    /// Nothing may follow.
    virtual void finish() = 0;
};

/// Null for Packing::none. `file` is for messages. @throws Error usage without libzstd
std::unique_ptr<Packer> make_packer(Packing packing, const std::string& file, Packer::Sink sink);

}  // namespace apsp
