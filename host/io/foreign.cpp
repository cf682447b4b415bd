// See foreign.hpp.
#include "io/foreign.hpp"

#include <bit>
#include <cstdint>
#include <cstring>

#include "base/text.hpp"
#include "io/ascii.hpp"

namespace apsp {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t kLooked = 4096;  // bytes at the beginning of a file

/// What a file is, as its first bytes tell, and the way out.
struct Foreign {
    std::string_view magic;
    std::string_view found;
};
constexpr Foreign kArchives[] = {
    {"7z\xbc\xaf\x27\x1c", "a 7z archive; unpack it first"},
    {"Rar!\x1a", "a RAR archive; unpack it first"},
    {"BZh", "bzip2 data; unpack it first: bunzip2"},
    {"\xfd"
     "7zXZ",
     "xz data; unpack it first: unxz"},
};
constexpr std::string_view kUtf16 =
    "UTF-16; save it as UTF-8, or convert it: iconv -f UTF-16 -t UTF-8";
constexpr std::string_view kGalois =
    "a binary graph of Galois; write it as text, with graph-convert of Galois";
constexpr Foreign kForeign[] = {
    {"\xff\xfe", kUtf16},
    {"\xfe\xff", kUtf16},
    {"\x93NUMPY", "a NumPy array; end its name with .npy, or use ReadOptions::format npy"},
    {"\x89HDF", "HDF5, such as a MATLAB file; write the matrix as .npy or .mtx"},
    {"MATLAB", "a MATLAB file; write the matrix as .mtx or .csv"},
    {"PAR1", "a Parquet table; write it as .csv"},
    {"SQLite format 3", "an SQLite database; export the arcs as .csv"},
    {"%PDF", "a PDF document; choose the file of the graph itself"},
    {"\xd0\xcf\x11\xe0", "an old Office document, such as a spreadsheet; save it as .csv"},
    {"\x1\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"sv, kGalois},  // version, and bytes of an edge's weight
    {"\x1\0\0\0\0\0\0\0\x4\0\0\0\0\0\0\0"sv, kGalois},
    {"\x1\0\0\0\0\0\0\0\x8\0\0\0\0\0\0\0"sv, kGalois},
    {"\x2\0\0\0\0\0\0\0\x4\0\0\0\0\0\0\0"sv, kGalois},
    {"\x2\0\0\0\0\0\0\0\x8\0\0\0\0\0\0\0"sv, kGalois},
    {"<!doctype html", "a web page; download the file of the graph itself"},
    {"<html", "a web page; download the file of the graph itself"},
};

/// Whether the bytes may be UTF-16 without its mark: every other one is zero, and no others.
bool is_utf16(std::string_view bytes) {
    for (const std::size_t zeros : {0U, 1U}) {
        std::size_t pairs = 0, fit = 0;
        for (std::size_t i = 0; i + 1 < bytes.size(); i += 2, ++pairs) {
            const auto other = static_cast<unsigned char>(bytes[i + 1 - zeros]);
            fit += bytes[i + zeros] == '\0' && other >= '\t' ? 1 : 0;
        }
        if (pairs != 0 && fit == pairs) return true;
    }
    return false;
}

/// Whether the file has the size of V, E and E triples of int32.
bool has_size_of_bin32(std::string_view bytes) {
    std::int32_t head[2] = {};
    if (std::endian::native != std::endian::little || bytes.size() < sizeof head) return false;
    std::memcpy(head, bytes.data(), sizeof head);
    const auto arcs = static_cast<std::size_t>(head[1]);
    return head[0] > 0 && head[1] >= 0 && bytes.size() == sizeof head + 12 * arcs;
}

/// The name of a zip archive's first file; "" for anything else.
std::string_view first_in_zip(std::string_view bytes) {
    constexpr std::size_t kHead = 30;
    if (!bytes.starts_with("PK\x03\x04") || bytes.size() < kHead) return "";
    const auto low = static_cast<unsigned char>(bytes[26]);
    const auto high = static_cast<unsigned char>(bytes[27]);
    return bytes.substr(kHead, low + std::size_t{256} * high);
}

}  // namespace

bool is_npz(const InputFile& file) {
    return first_in_zip(file.bytes()).ends_with(".npy");
}

void check_no_archive(const InputFile& file) {
    const std::string_view bytes = file.bytes();
    const auto fail = [&](std::string_view found) { file.fail("a graph", found); };
    for (const auto& [magic, found] : kArchives) {
        if (bytes.starts_with(magic)) fail(found);
    }
    if (bytes.size() > 262 && bytes.substr(257, 5) == "ustar") {
        fail("a tar archive; unpack it first: tar xf");
    }
    if (!bytes.starts_with("PK\x03\x04") || is_npz(file)) return;
    const bool sheet = bytes.substr(0, kLooked).find("xl/") != std::string_view::npos ||
                       first_in_zip(bytes) == "[Content_Types].xml";
    fail(sheet ? "an archive, a spreadsheet; save it as .csv"
               : "an archive (zip); unpack it first");
}

void check_text(const InputFile& file) {
    const std::string_view all = file.bytes(), first = all.substr(0, kLooked);
    const auto fail = [&](std::string_view found) { file.fail("text in UTF-8", found); };
    check_no_archive(file);
    if (is_npz(file)) fail("an archive of NumPy arrays; end its name with .npz");
    const std::string begin = lower(first.substr(0, 16));
    for (const auto& [magic, found] : kForeign) {
        if (first.starts_with(magic) || begin.starts_with(magic)) fail(found);
    }
    if (is_utf16(first)) fail(kUtf16);
    if (const std::size_t zero = first.find('\0'); zero != std::string_view::npos) {
        fail(fmt::format("binary data (a zero in byte {}); {}", zero + 1,
                         has_size_of_bin32(all)
                             ? "int32 V, E and E triples of source, target and weight "
                               "are read with ReadOptions::format bin32"
                             : "is it the right file?"));
    }
    if (first.find('\r') == std::string_view::npos || all.find('\n') != std::string_view::npos) {
        return;
    }
    if (first.find('\r') + 1 < all.size()) {
        fail("lines that end with a carriage return alone; convert it: tr '\\r' '\\n'");
    }
}

}  // namespace apsp
