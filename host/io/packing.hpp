// Files that are packed with gzip or Zstandard: told by their first bytes when read, and by their
// suffix when written.
#pragma once

#include <cstddef>
#include <cstdint>
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

/// How much a packed file of this size may unpack to. Graphs pack to a third or a tenth; a few KiB
/// that unpack to many GiB were made to fill memory.
constexpr std::size_t most_unpacked(std::size_t packed) {
    constexpr std::size_t kAlways = std::size_t{256} << 20, kRatio = 100;
    return packed > kAlways / kRatio ? packed * kRatio : kAlways;
}
/// @throws Error bad_input if this is more than that; `way_out` ends the message
void check_unpacked(std::uint64_t bytes, std::size_t packed, const std::string& file,
                    std::string_view way_out = "unpack it first, and give the unpacked file");

/// Unpacks these bytes of a file of that name.
/// @throws Error bad_input where they are not whole, or unpack to more than most_unpacked; usage
///         without libzstd; out_of_memory
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
