// Pipes, gzip and Zstandard, for reading and for writing.
#include <doctest/doctest.h>

#include <fstream>
#include <thread>

#include "io/input_file.hpp"
#include "io/output_file.hpp"
#include "io/packing.hpp"
#include "unit/io_support.hpp"

using namespace apsp;
using namespace apsp::io_test;
using doctest::Contains;

namespace {

std::string unpacked(const std::string& bytes) {
    const InputFile file(write_file("packed", bytes));
    return std::string(file.bytes());
}

}  // namespace

TEST_CASE("packing: what was packed comes back") {
    REQUIRE(can_pack_zstd());
    const std::string text = five_mebibytes();
    for (const Packing packing : {Packing::gzip, Packing::zstd}) {
        const std::string bytes = packed_as(text, packing);
        CHECK(bytes.size() < text.size());
        CHECK(packing_of(bytes) == packing);
        CHECK(unpacked(bytes) == text);
        CHECK(unpacked(bytes + bytes) == text + text);
    }
}

TEST_CASE("packing: Zstandard, by its suffix and by its first bytes") {
    const std::string bytes = packed_as(kTwoVertices, Packing::zstd);
    CHECK(arcs("a.gr.zst", bytes) == "2: 0>1=5");
    CHECK(arcs("a.gr", bytes) == "2: 0>1=5");
    CHECK(arcs("graph", bytes) == "2: 0>1=5");
    CHECK(refusal("a.gr.zst", kTwoVertices) ==
          Contains("expected Zstandard data, found something else"));
    CHECK(refusal("a.gr.zst", packed_as("", Packing::zstd)) == Contains("found nothing"));
    for (std::size_t size = 4; size < bytes.size(); ++size) {
        CAPTURE(size);
        CHECK(refusal("a.gr.zst", bytes.substr(0, size)) ==
              Contains("expected more Zstandard data, found the end of the file: it is truncated"));
    }
    std::string damaged = bytes;
    damaged.back() ^= 1;  // in the checksum
    CHECK(refusal("a.gr.zst", damaged) == Contains("found damage"));
}

TEST_CASE("packing: Zstandard with a skippable frame in front, and with a large window") {
    using namespace std::string_literals;
    const std::string bytes = packed_as(kTwoVertices, Packing::zstd);
    for (const char first : {'\x50', '\x5f'}) {  // pzstd begins with one
        CHECK(arcs("a.gr.zst", first + "\x2a\x4d\x18\x04\0\0\0size"s + bytes) == "2: 0>1=5");
    }
    CHECK(refusal("a.gr.zst", "\x60\x2a\x4d\x18\x04\0\0\0size"s + bytes) ==
          Contains("found something else"));
    // A window of 2^28 bytes, as `zstd --long=28` has, and one raw block of 17 bytes.
    CHECK(arcs("a.gr.zst", "\x28\xb5\x2f\xfd\0\x90\x89\0\0"s + kTwoVertices) == "2: 0>1=5");
}

TEST_CASE("packing: outputs are packed as their suffix says") {
    Matrix matrix(3, Dtype::i32);
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 3; ++j) {
            matrix.row<std::int32_t>(i)[j] = static_cast<std::int32_t>(10 * i + j);
        }
    }
    for (const char* name : {"m.npy", "m.npy.gz", "m.npy.zst", "m.csv.gz"}) {
        CAPTURE(name);
        write_matrix(matrix, folder() / name);
        CHECK(packing_of(read_file(folder() / name)) == packing_by_suffix(name));
        const Matrix back = read_matrix(folder() / name);
        for (std::size_t i = 0; i < 3; ++i) {
            for (std::size_t j = 0; j < 3; ++j) CHECK(back.at(i, j) == matrix.at(i, j));
        }
    }
}
