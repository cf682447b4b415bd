// NumPy .npy: element types, orders, header versions, refusals, and what is written.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "apsp/io.hpp"
#include "unit/helpers.hpp"
#include "unit/io_support.hpp"

using namespace apsp;
using namespace apsp::io_test;
using apsp::test::kInf;
using doctest::Contains;

namespace {

/// A .npy file with this header text. It is deliberately not padded: elements may lie at odd
/// addresses.
std::string npy(const std::string& header, const std::string& elements, char version = 1) {
    std::string text = std::string("\x93NUMPY") + version + '\0';
    const auto size = static_cast<std::uint32_t>(header.size());
    for (int byte = 0; byte < (version == 1 ? 2 : 4); ++byte) {
        text += static_cast<char>(size >> (8 * byte) & 0xff);
    }
    return text + header + elements;
}

std::string header(const std::string& descr, int n, const char* fortran = "False") {
    const std::string edge = std::to_string(n);
    return "{'descr': '" + descr + "', 'fortran_order': " + fortran + ", 'shape': (" + edge + ", " +
           edge + "), }\n";
}

template <class T>
std::string raw(const std::vector<T>& values) {
    std::string bytes(values.size() * sizeof(T), '\0');
    std::memcpy(bytes.data(), values.data(), bytes.size());
    return bytes;
}

template <class T>
std::string array2(const std::string& descr, const std::vector<T>& values) {
    return npy(header(descr, 2), raw(values));
}

}  // namespace

TEST_CASE("npy: element types") {
    const std::string expected = "2: 0>1=3 1>0=0";
    CHECK(arcs("m.npy", array2<float>("<f4", {0, 3, 0, 0})) == expected);
    CHECK(arcs("m.npy", array2<double>("<f8", {0, 3, 0, 0})) == expected);
    CHECK(arcs("m.npy", array2<std::int16_t>("<i2", {9, 3, 0, 9})) == expected);
    CHECK(arcs("m.npy", array2<std::int32_t>("<i4", {0, 3, 0, 0})) == expected);
    CHECK(arcs("m.npy", array2<std::int64_t>("<i8", {0, 3, 0, 0})) == expected);
    CHECK(arcs("m.npy", array2<float>("f4", {0, 3, 0, 0})) == expected);
    CHECK(arcs("m.npy", array2<float>("=f4", {0, 3, 0, 0})) == expected);
    CHECK(arcs("m.npy", npy(header("<i2", 1), raw<std::int16_t>({5}))) == "1:");
}

TEST_CASE("npy: no arc, negative weights, self-loops") {
    CHECK(arcs("m.npy", array2<double>("<f8", {-1, kInf, -2.5, 4})) == "2: 0>0=-1 1>0=-2.5");
    CHECK(arcs("m.npy", array2<float>("<f4", {0, static_cast<float>(kInf), -0.0f, 0})) ==
          "2: 1>0=0");
    CHECK(arcs("m.npy", array2<std::int32_t>("<i4", {0, 1073741823, 1073741822, 0})) ==
          "2: 1>0=1.07374e+09");
}

TEST_CASE("npy: what is no weight is refused without weights, too") {
    for (const double wrong : {-kInf, std::nan("")}) {
        CAPTURE(wrong);
        for (const bool unweighted : {false, true}) {
            CHECK(refusal("m.npy", array2<double>("<f8", {0, wrong, 1, 0}),
                          {.unweighted = unweighted}) == Contains("entry (0, 1) is"));
        }
    }
}

TEST_CASE("npy: i8 is i32 where that fits, else f64") {
    CHECK(arcs("m.npy", array2<std::int64_t>("<i8", {0, 1073741823, -7, 0})) == "2: 1>0=-7");
    CHECK(arcs("m.npy", array2<std::int64_t>("<i8", {0, 1073741824, 7, 0})) ==
          "2: 0>1=1.07374e+09 1>0=7");
    // The value for no arc means the same, whatever else is in the matrix.
    CHECK(arcs("m.npy", array2<std::int64_t>("<i8", {0, 1073741823, 9007199254740992, 0})) ==
          "2: 1>0=9.0072e+15");
    CHECK(refusal("m.npy", array2<std::int64_t>("<i8", {0, 1, 9007199254740993, 0})) ==
          Contains("m.npy: expected integers of at most 2^53 (beyond, f64 is not exact), found "
                   "9007199254740993 in entry (1, 0)"));
    const std::string fortran =
        npy(header("<i8", 2, "True"), raw<std::int64_t>({0, 1, -9007199254740993, 0}));
    CHECK(refusal("m.npy", fortran) == Contains("found -9007199254740993 in entry (0, 1)"));
}

TEST_CASE("npy: Fortran order, also beyond one tile") {
    CHECK(arcs("m.npy", npy(header("<f4", 2, "True"), raw<float>({0, 1, 2, 0}))) ==
          "2: 0>1=2 1>0=1");
    const int n = 150;
    std::vector<std::int16_t> rows;
    std::vector<std::int16_t> columns;
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) {
            rows.push_back(static_cast<std::int16_t>(200 * i + j));
            columns.push_back(static_cast<std::int16_t>(200 * j + i));
        }
    }
    CHECK(arcs("m.npy", npy(header("<i2", n), raw(rows))) ==
          arcs("m.npy", npy(header("<i2", n, "True"), raw(columns))));
}

TEST_CASE("npy: header versions and spellings") {
    const std::string elements = raw<float>({0, 3, 0, 0});
    for (char version : {'\1', '\2', '\3'}) {
        CHECK(arcs("m.npy", npy(header("<f4", 2), elements, version)) == "2: 0>1=3 1>0=0");
    }
    CHECK(arcs("m.npy", npy("{\"shape\":(2L,2L),\"fortran_order\":False,\"descr\":\"<f4\"}  \n",
                            elements)) == "2: 0>1=3 1>0=0");
    CHECK(refusal("m.npy", npy(header("<f4", 2), elements, 4)) ==
          Contains("m.npy: expected version 1, 2 or 3 of the .npy format, found 4"));
}

TEST_CASE("npy: types that are refused, with the way out") {
    const std::string elements = raw<float>({0, 3, 0, 0});
    CHECK(refusal("m.npy", npy(header(">f4", 2), elements)) ==
          Contains("m.npy: expected little-endian elements, found big-endian '>f4'; convert with "
                   "NumPy: a.astype('<f4')"));
    CHECK(refusal("m.npy", npy(header("<c8", 2), elements)) ==
          Contains("m.npy: expected elements of type f4, f8, u1, i2, i4 or i8, found '<c8'"));
    CHECK(refusal("m.npy", npy(header("|S1", 2), elements)) == Contains("found '|S1'"));
    CHECK(refusal("m.npy", npy("{'descr': [('x', '<f4')], ", elements)) ==
          Contains("m.npy: expected 'descr' of plain elements in the .npy header"));
    CHECK(refusal("m.npy", array2<float>("<f4", {0, std::nanf(""), 0, 0})) ==
          Contains("m.npy: entry (0, 1) is nan"));
    CHECK(refusal("m.npy", array2<std::int32_t>("<i4", {0, 1073741824, 0, 0})) ==
          Contains("m.npy: entry (0, 1) is 1073741824"));
}

TEST_CASE("npy: shapes and sizes") {
    const std::string start = "{'descr': '<f4', 'fortran_order': False, 'shape': ";
    const auto shape = [&](const char* text) { return refusal("m.npy", npy(start + text, "")); };
    CHECK(shape("(2, 3)}") ==
          Contains("m.npy: expected a square matrix with at least one vertex, found shape (2, 3)"));
    CHECK(shape("(4,)}") == Contains("found shape (4,)"));
    CHECK(shape("()}") == Contains("found shape ()"));
    CHECK(shape("(2, 2, 2)}") == Contains("found shape (2, 2, 2)"));
    CHECK(shape("(0, 0)}") == Contains("found shape (0, 0)"));
    CHECK(shape("(4294967296, 4294967296)}") ==
          Contains("m.npy: expected 4294967296 x 4294967296 elements of 4 bytes, found 0 bytes"));
    const std::string whole = array2<float>("<f4", {0, 3, 0, 0});
    CHECK(refusal("m.npy", whole.substr(0, whole.size() - 1)) ==
          Contains("m.npy: expected 2 x 2 elements of 4 bytes, found 15 bytes after the header"));
    CHECK(refusal("m.npy", whole + "x") == Contains("found 17 bytes after the header"));
}

TEST_CASE("npy: bad headers, and every truncation") {
    CHECK(refusal("m.npy", "p sp 2 1\n") == Contains("m.npy: expected a NumPy array (.npy)"));
    CHECK(refusal("m.npy", npy("{'descr': '<f4'}", "")) ==
          Contains("m.npy: expected the keys 'descr', 'fortran_order' and 'shape'"));
    CHECK(refusal("m.npy", npy("{'colour': 1}", "")) == Contains("expected only the keys"));
    CHECK(refusal("m.npy", npy("{'fortran_order': 1}", "")) ==
          Contains("m.npy: expected True or False in the .npy header, found '1}'"));
    CHECK(refusal("m.npy", npy("{'shape': (2, 99999999999999999999)}", "")) ==
          Contains("expected the size of a dimension"));
    const std::string whole = array2<float>("<f4", {0, 3, 0, 0});
    for (std::size_t size = 1; size < whole.size(); ++size) {
        CAPTURE(size);
        CHECK(refusal("m.npy", whole.substr(0, size)) == Contains("m.npy: expected "));
    }
}

TEST_CASE("npy: what is written is read back") {
    for (Dtype dtype : kDtypes) {
        for (std::size_t n : {1, 3, 130}) {
            CAPTURE(name(dtype));
            CAPTURE(n);
            const std::filesystem::path path = folder() / "out.npy";
            Matrix matrix(n, dtype);
            visit(dtype, [&](auto zero) {
                using T = decltype(zero);
                for (std::size_t i = 0; i < n; ++i) {
                    const auto row = matrix.row<T>(i);
                    for (std::size_t j = 0; j < n; ++j) {
                        row[j] = i == j             ? zero
                                 : (i + j) % 3 == 0 ? infinity<T>()
                                                    : static_cast<T>((i * n + j) % 250);
                    }
                }
            });
            write_matrix(matrix, path);
            const std::string written = text_of(read_graph(path).graph);
            CHECK(written == text_of(Graph::from_matrix(std::move(matrix), "memory")));
        }
    }
}

TEST_CASE("npy: what is written, byte by byte") {
    const std::filesystem::path path = folder() / "out.npy";
    Matrix matrix(2, Dtype::i32);
    matrix.row<std::int32_t>(0)[0] = matrix.row<std::int32_t>(1)[1] = 0;
    matrix.row<std::int32_t>(0)[1] = -5;
    matrix.row<std::int32_t>(1)[0] = infinity<std::int32_t>();
    write_matrix(matrix, path);
    const std::string bytes = read_file(path);
    CHECK(bytes.size() == 128 + 16);
    CHECK(bytes.substr(0, 10) == std::string("\x93NUMPY\x01\x00\x76\x00", 10));
    const std::string text = "{'descr': '<i4', 'fortran_order': False, 'shape': (2, 2), }";
    CHECK(bytes.substr(10, 118) == text + std::string(117 - text.size(), ' ') + "\n");
    CHECK(bytes.substr(128) == raw<std::int32_t>({0, -5, 1073741823, 0}));
}
