// Sums over all pairs: what counts, and that 64 bits are used throughout.
#include "statistics/row_summary.hpp"
#include "unit/helpers.hpp"

namespace apsp {
namespace {

using test::matrix_of;

constexpr float kNoPathF32 = infinity<float>();
constexpr std::int32_t kNoPathI32 = infinity<std::int32_t>();

template <class T>
Matrix filled(std::size_t n, T off_diagonal) {
    Matrix matrix(n, kDtypeOf<T>);
    for (std::size_t i = 0; i < n; ++i) {
        for (T& element : matrix.row<T>(i)) element = off_diagonal;
        matrix.row<T>(i)[i] = 0;
    }
    return matrix;
}

}  // namespace

TEST_CASE("summary: ordered pairs with a path, without the diagonal") {
    const Summary s =
        summarize(matrix_of<float>(3, {0, 2, kNoPathF32, 7, 0, 1, kNoPathF32, kNoPathF32, 0}));
    CHECK(s.reachable_pairs == 3);
    CHECK(s.integral);
    CHECK(s.sum_integer == 10);
    CHECK(s.sum == 10);
    CHECK(s.max == 7);
}

TEST_CASE("summary: the integer sentinel is no distance") {
    const Summary s = summarize(matrix_of<std::int32_t>(2, {0, kNoPathI32, 5, 0}));
    CHECK(s.reachable_pairs == 1);
    CHECK(s.sum_integer == 5);
    CHECK(s.max == 5);
}

TEST_CASE("summary: a distance of 0 is a path") {
    const Summary s = summarize(matrix_of<float>(2, {0, 0, kNoPathF32, 0}));
    CHECK(s.reachable_pairs == 1);
    CHECK(s.sum_integer == 0);
    CHECK(s.max == 0);
}

TEST_CASE("summary: one vertex, and no path at all") {
    for (const Summary& s :
         {summarize(filled<float>(1, 9)), summarize(filled<float>(5, kNoPathF32)),
          summarize(filled<std::int32_t>(5, kNoPathI32))}) {
        CHECK(s.reachable_pairs == 0);
        CHECK(s.integral);
        CHECK(s.sum_integer == 0);
        CHECK(s.sum == 0);
        CHECK(s.max == 0);
    }
}

TEST_CASE("summary: sums of i32 go beyond 32 bits") {
    const Summary s = summarize(filled<std::int32_t>(300, 1'000'000'007));
    CHECK(s.reachable_pairs == 300 * 299);
    CHECK(s.integral);
    CHECK(s.sum_integer == 300LL * 299 * 1'000'000'007);
    CHECK(s.max == 1'000'000'007);
}

TEST_CASE("summary: sums of floats are exact beyond 53 bits") {
    const double large = 0x1p52 + 1;
    const Summary s = summarize(filled<double>(30, large));
    CHECK(s.integral);
    CHECK(s.sum_integer == 870LL * ((1LL << 52) + 1));  // no double holds this
    CHECK(s.max == large);
    // In f32 the addends are coarse, but their sum is not rounded.
    const Summary f32 = summarize(filled<float>(200, 16777218.0F));
    CHECK(f32.sum_integer == 39800LL * 16777218);
}

TEST_CASE("summary: negative distances") {
    const Summary s =
        summarize(matrix_of<float>(3, {0, -5, kNoPathF32, kNoPathF32, 0, kNoPathF32, -9, -2, 0}));
    CHECK(s.reachable_pairs == 3);
    CHECK(s.sum_integer == -16);
    CHECK(s.sum == -16);
    CHECK(s.max == -2);
    const Summary large = summarize(filled<std::int32_t>(300, -200'000'000));
    CHECK(large.sum_integer == -300LL * 299 * 200'000'000);
}

TEST_CASE("summary: a zero with a sign is a zero, also where zero is no path") {
    const float row[] = {9, -0.0F, 3, 0};
    CHECK(summarize_row<float>(row, 0, kNoPathF32).reachable_pairs == 3);
    CHECK(summarize_row<float>(row, 0, kNoPathF32).sum_integer == 3);
    CHECK(summarize_row<float>(row, 0, 0).reachable_pairs == 1);
}

TEST_CASE("summary: fractions make it a sum of real numbers") {
    const Summary s = summarize(matrix_of<double>(2, {0, 0.25, 1e300, 0}));
    CHECK(!s.integral);
    CHECK(s.sum_integer == 0);
    CHECK(s.sum == 1e300);
    CHECK(s.max == 1e300);
    const Summary t = summarize(matrix_of<float>(2, {0, 0.25F, 0.5F, 0}));
    CHECK(!t.integral);
    CHECK(t.sum == 0.75);
}

TEST_CASE("summary: integers too large for 64 bits are summed as real numbers") {
    const Summary s = summarize(filled<double>(100, 0x1p52));
    CHECK(!s.integral);
    CHECK(s.sum == 9900 * 0x1p52);
    const Summary beyond = summarize(filled<double>(2, 1e18));
    CHECK(beyond.sum == 2e18);
    CHECK(beyond.max == 1e18);
}

TEST_CASE("summary: the padding counts for nothing") {
    Matrix matrix(130, Dtype::f32);
    auto* all = static_cast<float*>(matrix.data());
    for (std::size_t i = 0; i < matrix.ld() * matrix.ld(); ++i) all[i] = 1000;
    for (std::size_t i = 0; i < 130; ++i) {
        for (float& element : matrix.row<float>(i)) element = 1;
    }
    const Summary s = summarize(matrix);
    CHECK(s.reachable_pairs == 130 * 129);
    CHECK(s.sum_integer == 130 * 129);
    CHECK(s.max == 1);
}

}  // namespace apsp

TEST_CASE("summary: long rows of large integers") {
    const auto check = [](auto value, auto no_path) {
        using T = decltype(value);
        const std::size_t n = 40001;
        std::vector<T> row(n, value);
        row[7] = no_path;
        for (std::size_t k = 100; k < n; k += 100) row[k] = static_cast<T>(-value);
        const auto sum = apsp::summarize_row(std::span<const T>(row), 3, no_path);
        const std::int64_t expected =
            (std::int64_t{n} - 2 - 2 * 400) * static_cast<std::int64_t>(value);
        CHECK(sum.reachable_pairs == n - 2);
        CHECK(sum.integral);
        CHECK(static_cast<std::int64_t>(sum.sum_integer) == expected);
        CHECK(sum.max == std::abs(static_cast<double>(value)));
    };
    const float infinity = std::numeric_limits<float>::infinity();
    check(1073741696.0F, infinity);
    check(-1073741696.0F, infinity);
    check(std::int32_t{(1 << 30) - 1}, std::int32_t{1} << 30);
    check(std::int16_t{-12345}, std::int16_t{16000});
}
