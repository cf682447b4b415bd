// libFuzzer target for the readers: any bytes give a graph whose invariants hold, or an Error of
// bad input or too much memory. tools/fuzz builds and runs it; APSP_FUZZ_FORMAT names the format,
// or "" for what the content says.
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <optional>
#include <string>

#include "apsp/io.hpp"
#include "fuzz/repair.hpp"
#include "fuzz/require.hpp"

namespace {

using apsp::fuzz::require;

void check(const apsp::GraphFile& file) {
    const std::size_t n = file.graph.vertices();
    require(n > 0);
    require(file.labels.empty() || file.labels.size() == n);
    for (std::size_t v = 0; v < file.labels.size(); ++v) {
        const std::string name = file.labels.name(v);
        require(apsp::Labels::valid(name) && file.labels.find(name) == v);
    }
    std::size_t arcs = 0;
    for (std::size_t i = 0; i < n; ++i) {
        std::size_t before = 0;
        bool first = true;
        file.graph.for_each_arc(i, [&](std::size_t j, double w) {
            require(j < n && std::isfinite(w) && !(w == 0 && std::signbit(w)));
            require(first || j > before);
            require(i != j || w < 0);
            first = false;
            before = j;
            ++arcs;
        });
    }
    require(arcs == file.graph.arcs());
}

/// Makes numbers of vertices smaller, in headers and where vertices are numbered: 2^28 vertices,
/// which all readers accept, take half a minute, and half a million one second. A fuzzer that may
/// have them soon has little else. Digits behind a point stay.
void claim_less(std::string& bytes, std::optional<apsp::GraphFormat> format) {
    using enum apsp::GraphFormat;
    if (format == bin32 && bytes.size() > 4 && (bytes[3] & 0x80) == 0) {
        bytes[1] &= 0x0F;
        bytes[2] = bytes[3] = 0;
    }
    constexpr apsp::GraphFormat kNumbered[] = {pajek, dimacs, matrix_market, metis, edges,
                                               csv,   tsv};
    if (!format || std::ranges::find(kNumbered, *format) == std::end(kNumbered)) return;
    std::size_t digits = 0;
    bool fraction = false;
    std::erase_if(bytes, [&](unsigned char c) {
        digits = std::isdigit(c) != 0 ? digits + 1 : 0;
        fraction = c == '.' || (fraction && digits != 0);
        return digits > 4 && !fraction;
    });
}

/// A file in memory, which is opened by its path.
class MemoryFile {
  public:
    explicit MemoryFile(const std::string& bytes) : fd_(memfd_create("input", 0)) {
        require(fd_ >= 0 &&
                write(fd_, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()));
    }
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;
    ~MemoryFile() { close(fd_); }
    std::string path() const { return "/proc/self/fd/" + std::to_string(fd_); }

  private:
    int fd_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const char* const format = std::getenv("APSP_FUZZ_FORMAT");
    // The last byte, which most readers treat as the rest of a comment or line, picks options.
    const unsigned bits = size == 0 ? 0 : data[size - 1];
    apsp::ReadOptions options;
    if (format != nullptr) options.format = apsp::parse_graph_format(format);
    options.undirected = bits % 7 == 1;
    options.unweighted = bits % 5 == 1;
    options.transpose = bits % 3 == 1;
    std::string bytes(reinterpret_cast<const char*>(data), size);
    if (options.format == apsp::GraphFormat::npz && bits % 11 != 1) apsp::fuzz::repair(bytes);
    claim_less(bytes, options.format);
    const MemoryFile file(bytes);
    try {
        check(apsp::read_graph(file.path(), options));
    } catch (const apsp::Error& error) {
        require(error.kind() == apsp::ErrorKind::bad_input ||
                error.kind() == apsp::ErrorKind::out_of_memory);
    }
    return 0;
}
