// Files of int32 numbers: graphs, and distances written as such.
#include <doctest/doctest.h>

#include <cstdint>
#include <cstring>
#include <vector>

#include "unit/io_support.hpp"

using namespace apsp;
using namespace apsp::io_test;
using doctest::Contains;

namespace {

std::string bytes_of(const std::vector<std::int32_t>& numbers) {
    return {reinterpret_cast<const char*>(numbers.data()), 4 * numbers.size()};
}

const std::string kGraph = bytes_of({3, 2, 0, 1, 5, 1, 2, 7});

template <class T>
std::vector<std::int32_t> written(const std::vector<T>& entries) {
    Matrix matrix(2, kDtypeOf<T>);
    for (std::size_t k = 0; k < 4; ++k) matrix.row<T>(k / 2)[k % 2] = entries[k];
    const auto path = folder() / "d.bin32";
    write_matrix(matrix, path);
    const std::string text = read_file(path);
    std::vector<std::int32_t> numbers(text.size() / 4);
    std::memcpy(numbers.data(), text.data(), text.size());
    return numbers;
}

}  // namespace

TEST_CASE("bin32: vertices, arcs and triples") {
    const ReadOptions bin32 = {.format = GraphFormat::bin32};
    CHECK(labelled("a.bin", kGraph, bin32) == "3: 0>1=5 1>2=7");
    CHECK(arcs("a.bin32", kGraph) == "3: 0>1=5 1>2=7");
    CHECK(arcs("a.bin32", bytes_of({1, 0})) == "1:");
    const auto refused = [&](const std::string& text) { return refusal("a.bin", text, bin32); };
    CHECK(refused("abc") == Contains("a file of 3 bytes"));
    CHECK(refused(bytes_of({0, 0})) == Contains("found 0 and 0"));
    CHECK(refused(bytes_of({3, -1})) == Contains("found 3 and -1"));
    CHECK(refused(kGraph + "x") == Contains("32 bytes for 2 arcs, found 33"));
    CHECK(refused(bytes_of({3, 2147483647, 0, 1, 5})) == Contains("found 20"));
    CHECK(refused(bytes_of({3, 1, 0, 3, 5})) == Contains("from 0 to 2, found 3 in arc 1 of 1"));
    CHECK(refused(bytes_of({3, 1, -1, 2, 5})) == Contains("found -1"));
}

TEST_CASE("bin32: such a file by another name is told") {
    CHECK(refusal("a.bin", kGraph) == Contains("binary data"));
    CHECK(refusal("a.bin", kGraph) == Contains("are read with ReadOptions::format bin32"));
    CHECK(refusal("a.txt", kGraph) == Contains("ReadOptions::format bin32"));
    CHECK(refusal("a.txt", kGraph + "x") == Contains("is it the right file?"));
}

TEST_CASE("bin32: distances of every type") {
    constexpr std::int32_t kNone = 1073741823;
    CHECK(written<std::int32_t>({0, 5, infinity<std::int32_t>(), -3}) ==
          std::vector<std::int32_t>{0, 5, kNone, -3});
    CHECK(written<std::uint8_t>({0, 254, infinity<std::uint8_t>(), 3}) ==
          std::vector<std::int32_t>{0, 254, kNone, 3});
    CHECK(written<std::int16_t>({0, -7, infinity<std::int16_t>(), 3}) ==
          std::vector<std::int32_t>{0, -7, kNone, 3});
    CHECK(written<float>({0, -7, infinity<float>(), 16777216}) ==
          std::vector<std::int32_t>{0, -7, kNone, 16777216});
    CHECK(written<double>({0, -7, infinity<double>(), 1073741822}) ==
          std::vector<std::int32_t>{0, -7, kNone, 1073741822});
    for (const double wrong : {0.5, 1073741823.0, -1e10}) {
        CHECK(error_of(ErrorKind::bad_input, [&] {
                  written<double>({0, wrong, 0, 0});
              }) == Contains("bin32 holds whole numbers"));
    }
    CHECK(error_of(ErrorKind::usage, [&] {
              write_matrix(Matrix(2, Dtype::f32), folder() / "e.bin32", {}, {},
                           {.semiring = Semiring::max_min});
          }) == Contains("over min-plus"));
}
