// The mistakes of newcomers with matrices: .npy, .gz and text.
#include <zlib.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "cli/mistakes.hpp"

namespace apsp::cli_test {
namespace {

/// A .npy file of version 1.0.
std::string npy(const std::string& descr, const std::string& shape, const std::string& elements) {
    std::string header =
        "{'descr': '" + descr + "', 'fortran_order': False, 'shape': " + shape + ", }";
    header.append(63 - (10 + header.size()) % 64, ' ');
    header += '\n';
    return std::string("\x93NUMPY\x01\0", 8) + static_cast<char>(header.size()) + '\0' + header +
           elements;
}

template <class T>
std::string two_by_two(const std::string& descr, T entry) {
    const T values[] = {T{0}, entry, T{5}, T{0}};
    std::string elements(sizeof values, '\0');
    std::memcpy(elements.data(), values, sizeof values);
    return npy(descr, "(2, 2)", elements);
}

std::string gzip(const std::string& text) {
    std::string packed(text.size() + 64, '\0');
    z_stream z{};
    REQUIRE(deflateInit2(&z, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY) == Z_OK);
    z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    z.avail_in = static_cast<uInt>(text.size());
    z.next_out = reinterpret_cast<Bytef*>(packed.data());
    z.avail_out = static_cast<uInt>(packed.size());
    REQUIRE(deflate(&z, Z_FINISH) == Z_STREAM_END);
    packed.resize(z.total_out);
    deflateEnd(&z);
    return packed;
}

Mistake matrix(std::string name, std::string content, Words said, std::string file = "m.npy",
               Words more = {}) {
    return {std::move(name),
            {{file, std::move(content)}},
            with({"--input", "@" + file}, more),
            4,
            std::move(said)};
}

}  // namespace

TEST_CASE("mistakes: .npy") {
    constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
    const std::string zeros(80, '\0');
    const Mistake mistakes[] = {
        matrix("the largest i4 for no arc", two_by_two<std::int32_t>("<i4", 2147483647),
               {"m.npy: entry (0, 1) is 2147483647", "1073741823, which means no arc"}),
        matrix("the largest i8 for no arc",
               two_by_two<std::int64_t>("<i8", std::numeric_limits<std::int64_t>::max()),
               {"(0, 1)", "2^53", "1073741823"}),
        matrix("the largest u4 for no arc", two_by_two<std::uint32_t>("<u4", 4294967295U),
               {"0 to 2147483647", "entry (0, 1)", "<f8", "!<f4"}),
        matrix("the largest u8 for no arc", two_by_two<std::uint64_t>("<u8", ~std::uint64_t{0}),
               {"entry (0, 1)", "<f8", "!<f4"}),
        matrix("-1 for no arc in i1", two_by_two<signed char>("|i1", -1), {"negative", "inf"}),
        matrix("NaN for no arc", two_by_two("<f4", kNan), {"(0, 1)", "inf, which means no arc"}),
        matrix("-inf", two_by_two("<f4", -INFINITY), {"(0, 1) is -inf"}),
        matrix("complex numbers", npy("<c16", "(2, 2)", zeros), {"'<c16'", "a.real"}),
        matrix("words", npy("<U5", "(2, 2)", zeros), {"'<U5'", "a.astype('<f8')"}),
        matrix("objects", npy("|O", "(2, 2)", zeros), {"'|O'", "a.astype('<f8')"}),
        matrix("half floats", npy("<f2", "(2, 2)", zeros), {"'<f2'", "a.astype('<f4')"}),
        matrix("big-endian", npy(">f4", "(2, 2)", zeros), {"'>f4'", "a.astype('<f4')"}),
        matrix("not square", npy("<f4", "(2, 5)", zeros), {"a square matrix", "(2, 5)"}),
        matrix("a list of arcs", npy("<f4", "(5, 3)", zeros), {"(5, 3)", "np.savetxt"}),
        matrix("a vector", npy("<f4", "(4,)", zeros), {"a square matrix", "(4,)"}),
        matrix("many graphs", npy("<f4", "(2, 2, 2)", zeros), {"apsp-ocl batch"}),
        matrix("no vertices", npy("<f4", "(0, 0)", ""), {"at least one vertex"}),
        matrix("truncated", npy("<f4", "(2, 2)", "0123456789"), {"10 bytes", "again"}),
        matrix("a truncated header", npy("<f4", "(2, 2)", "").substr(0, 40), {"truncated"}),
        matrix("another format", "p sp 2 1\na 1 2 5\n", {"NumPy array", "DIMACS is .gr"}),
    };
    check_mistakes(mistakes);
}

TEST_CASE("mistakes: integers without a sign are read where they fit") {
    const TemporaryFolder folder;
    const std::string files[] = {
        two_by_two<std::uint16_t>("<u2", 7),         two_by_two<std::uint32_t>("<u4", 7),
        two_by_two<std::uint64_t>("<u8", 7),         two_by_two<signed char>("|i1", 7),
        two_by_two<std::uint32_t>("<u4", 1U << 29U),
    };
    for (const std::string& content : files) {
        CAPTURE(content.substr(10, 20));
        const std::string input = folder.write("m.npy", content);
        const Json result = solve({"--input", input, "--device", "cpu"})["result"];
        CHECK(result["sum"] == (&content == &files[4] ? (1 << 29) + 5 : 12));
    }
}

TEST_CASE("mistakes: packed files") {
    const std::string packed = gzip("p sp 3 2\na 1 2 5\na 2 3 5\n");
    std::string damaged = packed;
    damaged[damaged.size() - 6] ^= 1;
    const Mistake mistakes[] = {
        matrix("truncated", packed.substr(0, packed.size() - 12), {"a.gr.gz", "truncated", "again"},
               "a.gr.gz"),
        matrix("damaged", damaged, {"a.gr.gz", "damage", "again"}, "a.gr.gz"),
        matrix("not packed", "p sp 3 2\n", {"a.gr.gz", "remove .gz from its name"}, "a.gr.gz"),
        matrix("bzip2", "BZh91AY&SY", {"a.gr", "bunzip2"}, "a.gr"),
    };
    check_mistakes(mistakes);
}

TEST_CASE("mistakes: matrices as text") {
    const Words dense = {"--format", "dense"};
    const std::string three = "0,1,2\n1,0,3\n2,4,0\n";
    const Mistake mistakes[] = {
        matrix("a line short", "0,1,2,4\n1,0,3,3\n2,4,0,1\n", {":4:", "4 lines", "after 3"},
               "m.csv", dense),
        matrix("a line too many", three + "1,1,1\n", {"m.csv:4:", "3 lines"}, "m.csv", dense),
        matrix("an entry short", "0,1,2\n1,0\n2,4,0\n", {":2:", "another column"}, "m.csv", dense),
        matrix("an entry too many", "0,1\n1,0,7\n", {"m.csv:2:", "the end"}, "m.csv", dense),
        matrix("names and too few rows", ",A,B,C\nA,0,1,2\n", {"m.csv:3:", "3 lines"}, "m.csv",
               dense),
        matrix("other names of rows", ",A,B,C\nA,0,1,2\nB,1,0,2\nD,2,2,0\n",
               {"m.csv:1:", "the same names", "'C'"}, "m.csv", dense),
        matrix("a name twice", ",A,A\nA,0,1\nA,1,0\n", {"m.csv:1:", "'A' twice"}, "m.csv", dense),
        matrix("NA for no arc", ",A,B\nA,0,NA\nB,1,0\n", {"m.csv:2:", "--no-arc nan"}, "m.csv"),
        matrix("names of rows", "A,0,1\nB,1,0\nC,2,2\n", {":3:", "no more than 2 lines"}, "m.csv",
               dense),
        matrix("NA for no arc", "0,NA\n1,0\n", {"column 2", "inf or an empty"}, "m.csv", dense),
        matrix("a dash for no arc", "0 -\n1 0\n", {":1:", "'-'", "inf"}, "m.txt", dense),
        {"a .gr without dense",
         {{"a.gr", "p sp 2 1\na 1 2 0\n"}},
         {"--input", "@a.gr", "--zero-is-no-edge"},
         2,
         {"a.gr", "--zero-is-no-edge is for dense"}},
        {"0 for no arc",
         {{"m.csv", "0,0,3,0\n1,0,0,0\n0,0,0,4\n0,5,0,0\n"}},
         {"--input", "@m.csv"},
         0,
         {"m.csv", "with --zero-is-no-edge it is no arc"}},
        {"a matrix that may be a list",
         {{"m.csv", three}},
         {"--input", "@m.csv"},
         0,
         {"m.csv", "a matrix needs --format dense"}},
        {"one arc differs",
         {{"m.csv", three}},
         {"--input", "@m.csv", "--format", "dense", "--symmetric"},
         4,
         {"m.csv: not symmetric", "1 -> 2", "weight 3", "reverse 4", "--undirected"}},
        {"one arc has no reverse",
         {{"a.csv", "A,B,3\nB,A,3\nB,C,7\n"}},
         {"--input", "@a.csv", "--symmetric"},
         4,
         {"B -> C", "weight 7", "is missing", "--undirected"}},
    };
    check_mistakes(mistakes);
}

}  // namespace apsp::cli_test
