// libFuzzer target for the readers of batches: any bytes give graphs whose arcs are within them, or
// an Error of bad input or too much memory. APSP_FUZZ_FORMAT is npy_batch, npz_batch or tudataset,
// whose three files follow one another in the bytes, with a '|' between them.
#include <stdlib.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "fuzz/repair.hpp"
#include "fuzz/require.hpp"
#include "graph/batch_range.hpp"
#include "io/batch_file.hpp"

namespace {

using apsp::fuzz::repair;
using apsp::fuzz::require;

class Folder {
  public:
    Folder() {
        std::string pattern = std::filesystem::temp_directory_path() / "apsp-fuzz-XXXXXX";
        require(mkdtemp(pattern.data()) != nullptr);
        path_ = pattern;
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }

    const std::filesystem::path& path() const { return path_; }
    std::filesystem::path write(const char* file, std::string_view content) const {
        require(bool(std::ofstream(path_ / file, std::ios::binary) << content << std::flush));
        return path_ / file;
    }

  private:
    std::filesystem::path path_;
};

/// Writes the bytes as a batch and returns its path.
std::filesystem::path write_batch(std::string_view format, std::string bytes, bool repaired) {
    static const Folder folder;
    if (format == "npy_batch") return folder.write("w.npy", bytes);
    if (format == "npz_batch") {
        if (repaired) repair(bytes);
        return folder.write("g.npz", bytes);
    }
    require(format == "tudataset");
    const std::size_t first = std::min(bytes.find('|'), bytes.size());
    const std::size_t second = std::min(bytes.find('|', first + 1), bytes.size());
    const auto part = [&](std::size_t begin, std::size_t end) {
        return begin < end ? std::string_view(bytes).substr(begin, end - begin) : "";
    };
    folder.write("DS_A.txt", part(0, first));
    folder.write("DS_graph_indicator.txt", part(first + 1, second));
    folder.write("DS_edge_attributes.txt", part(second + 1, bytes.size()));
    return folder.path();
}

/// For graphs that range_of has accepted.
template <class W>
void check_arcs(const apsp::GraphBatch& batch, const apsp::BatchFile& file) {
    for (std::size_t b = 0; b < batch.size(); ++b) {
        const std::size_t n = batch.vertices(b);
        batch.for_each_arc<W>(b, [&](std::size_t i, std::size_t j, W w, std::size_t number) {
            require(i < n && j < n && std::isfinite(static_cast<double>(w)));
            require(file.arc_number(number) < file.arcs());
        });
    }
}

void check(apsp::BatchFile& file, std::size_t graphs_at_once) {
    for (apsp::Range slice; slice.last < file.size();) {
        slice = {slice.last, std::min(slice.last + graphs_at_once, file.size())};
        const apsp::GraphBatch batch = file.slice(slice);
        require(batch.size() == slice.size());
        for (std::size_t b = 0; b < batch.size(); ++b) {
            require(batch.vertices(b) == file.vertices(slice.first + b));
        }
        apsp::range_of(batch, slice.first);
        apsp::visit(batch.weight_dtype(),
                    [&](auto zero) { check_arcs<decltype(zero)>(batch, file); });
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const std::string format = std::getenv("APSP_FUZZ_FORMAT");
    // The last byte, which changes little else, picks options.
    const unsigned bits = size == 0 ? 0 : data[size - 1];
    const std::string bytes(reinterpret_cast<const char*>(data), size);
    apsp::BatchReadOptions options{.unweighted = bits % 7 == 1};
    if (format == "tudataset" && bits % 3 != 1) options.weight_column = bits % 3 / 2;
    try {
        const auto file = apsp::open_batch(write_batch(format, bytes, bits % 5 != 1), options);
        check(*file, 1 + bits % 4);
    } catch (const apsp::Error& error) {
        require(error.kind() == apsp::ErrorKind::bad_input ||
                error.kind() == apsp::ErrorKind::out_of_memory);
    }
    return 0;
}
