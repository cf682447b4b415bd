// The matrix's shape in memory, its type check and its copies.
#include "apsp/matrix.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "apsp/graph.hpp"
#include "base/parallel_copy.hpp"
#include "graph/as_real.hpp"
#include "graph/padding.hpp"
#include "unit/helpers.hpp"

namespace apsp {

using test::Caught;
using test::error_of;
using test::matrix_of;
using test::values_of;

TEST_CASE("matrix: edges are padded to a multiple of 128") {
    CHECK(apsp::padded(0) == 0);
    CHECK(apsp::padded(1) == 128);
    CHECK(apsp::padded(127) == 128);
    CHECK(apsp::padded(128) == 128);
    CHECK(apsp::padded(129) == 256);
    const Matrix matrix(129, Dtype::f64);
    CHECK(matrix.n() == 129);
    CHECK(matrix.ld() == 256);
    CHECK(matrix.bytes() == 256 * 256 * 8);
    CHECK(Matrix(129, Dtype::f32).bytes() == 256 * 256 * 4);
    CHECK(Matrix(128, Dtype::i32).bytes() == 128 * 128 * 4);
}

TEST_CASE("matrix: rows lie ld elements apart, in page-aligned memory") {
    Matrix matrix(200, Dtype::f32);
    CHECK(reinterpret_cast<std::uintptr_t>(matrix.data()) % 4096 == 0);
    auto* first = static_cast<float*>(matrix.data());
    CHECK(matrix.row<float>(0).data() == first);
    CHECK(matrix.row<float>(1).data() == first + 256);
    CHECK(matrix.row<float>(199).data() == first + 199 * 256);
    CHECK(matrix.row<float>(199).size() == 200);
    // The padding is memory, too: devices fill and read it.
    first[256 * 256 - 1] = 5;
    CHECK(first[256 * 256 - 1] == 5);
}

TEST_CASE("matrix: another type than its own is refused") {
    Matrix matrix(3, Dtype::f32);
    const Matrix& constant = matrix;
    CHECK(error_of([&] { matrix.row<double>(0); }).kind == ErrorKind::internal);
    CHECK(error_of([&] { matrix.row<std::int32_t>(0); }).kind == ErrorKind::internal);
    CHECK(error_of([&] { constant.row<double>(0); }).kind == ErrorKind::internal);
    CHECK(error_of([&] { constant.row<float>(0); }).kind == ErrorKind{});
    Matrix integers(3, Dtype::i32);
    CHECK(error_of([&] { integers.row<float>(0); }).kind == ErrorKind::internal);
}

TEST_CASE("matrix: at gives entry (i, j) of every type") {
    const std::vector<double> expected = {1, 2, 3, 4};
    CHECK(values_of(matrix_of<float>(2, {1, 2, 3, 4})) == expected);
    CHECK(values_of(matrix_of<double>(2, {1, 2, 3, 4})) == expected);
    CHECK(values_of(matrix_of<std::int32_t>(2, {1, 2, 3, 4})) == expected);
    CHECK(matrix_of<float>(2, {1, 2, 3, 4}).at(0, 1) == 2);
}

TEST_CASE("matrix: at gives infinity for no path in every type") {
    for (const Dtype dtype : kDtypes) {
        CAPTURE(name(dtype));
        visit(dtype, [&](auto sample) {
            using T = decltype(sample);
            const Matrix ends = matrix_of<T>(2, {infinity<T>(), T{0}, T{7}, infinity<T>()});
            CHECK(values_of(ends) ==
                  std::vector<double>{infinity<double>(), 0, 7, infinity<double>()});
        });
    }
}

TEST_CASE("matrix: entries as reals have the semiring's constants in that type") {
    for (const Semiring semiring : kSemirings) {
        for (const Dtype dtype : kDtypes) {
            if (!defined_in(semiring, dtype)) continue;
            CAPTURE(name(semiring));
            CAPTURE(name(dtype));
            visit(dtype, [&](auto sample) {
                using T = decltype(sample);
                CHECK(as_real<double>(zero<T>(semiring), semiring) == zero<double>(semiring));
                CHECK(as_real<float>(one<T>(semiring), semiring) == one<float>(semiring));
                if (semiring != Semiring::or_and) {
                    CHECK(as_real<double>(T{7}, semiring) == 7);
                }
            });
        }
    }
}

TEST_CASE("matrix: a clone holds the same and is independent") {
    Matrix matrix = matrix_of<double>(3, {1, 2, 3, 4, 5, 6, 7, 8, 9});
    Matrix copy = matrix.clone();
    CHECK(copy.n() == 3);
    CHECK(copy.dtype() == Dtype::f64);
    CHECK(copy.data() != matrix.data());
    CHECK(values_of(copy) == values_of(matrix));
    matrix.row<double>(2)[2] = 100;
    CHECK(copy.at(2, 2) == 9);
    copy.row<double>(0)[0] = 200;
    CHECK(matrix.at(0, 0) == 1);
}

TEST_CASE("matrix: some rows of more columns, padded at both edges") {
    Matrix matrix(3, 130, Dtype::i16);
    CHECK(matrix.rows() == 3);
    CHECK(matrix.n() == 130);
    CHECK(matrix.ld() == 256);
    CHECK(matrix.bytes() == 128 * 256 * 2);
    CHECK(matrix.row<std::int16_t>(2).size() == 130);
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::int16_t& entry : matrix.row<std::int16_t>(i)) entry = std::int16_t(i);
    }
    const Matrix copy = matrix.clone();
    CHECK(copy.rows() == 3);
    CHECK(copy.at(2, 129) == 2);
    const Matrix moved = std::move(matrix);
    CHECK(moved.rows() == 3);
    CHECK(matrix.rows() == 0);
    CHECK(matrix.bytes() == 0);
    CHECK(error_of([] { Matrix(std::size_t{1} << 60, 5, Dtype::u8); }).kind ==
          ErrorKind::out_of_memory);
}

TEST_CASE("matrix: moving takes the memory along") {
    Matrix matrix = matrix_of<float>(2, {1, 2, 3, 4});
    const void* memory = matrix.data();
    Matrix target = std::move(matrix);
    CHECK(target.data() == memory);
    CHECK(target.at(1, 0) == 3);
    target = matrix_of<float>(1, {9});
    CHECK(target.n() == 1);
    CHECK(target.at(0, 0) == 9);
}

TEST_CASE("matrix: an empty one needs no memory") {
    CHECK(Matrix().n() == 0);
    CHECK(Matrix().bytes() == 0);
    CHECK(Matrix().data() == nullptr);
}

TEST_CASE("matrix: what is in its memory stays when pages are touched ahead") {
    Matrix matrix(1500, Dtype::i32);
    for (std::size_t i = 0; i < 1500; ++i) std::ranges::fill(matrix.row<std::int32_t>(i), 7);
    touch_pages(matrix.data(), matrix.bytes());
    for (std::size_t i = 0; i < 1500; ++i) {
        const auto row = matrix.row<std::int32_t>(i);
        REQUIRE(std::ranges::count(row, 7) == 1500);
    }
}

TEST_CASE("matrix: what no machine holds is refused, not wrapped around") {
    for (std::size_t n : {std::size_t{1} << 27, std::size_t{1} << 31, std::size_t{1} << 32,
                          (std::size_t{1} << 32) + 128, std::numeric_limits<std::size_t>::max()}) {
        CAPTURE(n);
        const Caught error = error_of([&] { Matrix(n, Dtype::f64); });
        CHECK(error.kind == ErrorKind::out_of_memory);
        CHECK(error.has(std::to_string(n)));
        CHECK(error.has("f64"));
    }
}

}  // namespace apsp
