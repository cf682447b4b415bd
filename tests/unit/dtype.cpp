// Element types: their names, sizes and what stands for "no path".
#include "apsp/dtype.hpp"

#include <cmath>
#include <string>

#include "apsp/semiring.hpp"
#include "unit/helpers.hpp"

namespace apsp {

TEST_CASE("dtype: infinity + infinity fits, and is not below infinity") {
    const std::int32_t none = infinity<std::int32_t>();
    CHECK(none == 1073741823);
    const std::int64_t twice = std::int64_t{none} + none;
    CHECK(twice <= std::numeric_limits<std::int32_t>::max());
    CHECK(twice >= none);
    CHECK(std::isinf(infinity<float>()));
    CHECK(infinity<float>() > 0);
    CHECK(infinity<double>() + infinity<double>() == infinity<double>());
}

TEST_CASE("dtype: the longest path is shorter than none") {
    CHECK(path_limit<std::int32_t>() == infinity<std::int32_t>() - 1);
    CHECK(path_limit<std::int16_t>() == 16382);
    CHECK(path_limit<std::uint8_t>() == 254);
    CHECK(path_limit<float>() == std::numeric_limits<float>::max());
    CHECK(path_limit<double>() == std::numeric_limits<double>::max());
}

TEST_CASE("dtype: names are read back, others are not") {
    for (Dtype dtype : kDtypes) {
        CAPTURE(name(dtype));
        REQUIRE(parse_dtype(name(dtype)).has_value());
        CHECK(*parse_dtype(name(dtype)) == dtype);
    }
    CHECK(name(Dtype::f32) == "f32");
    CHECK(name(Dtype::f64) == "f64");
    CHECK(name(Dtype::i32) == "i32");
    for (const std::string text : {"", "f", "F32", "f32 ", "float", "i64"}) {
        CAPTURE(text);
        CHECK(!parse_dtype(text).has_value());
    }
}

TEST_CASE("dtype: visit hands over the type that is named") {
    CHECK(visit(Dtype::f32, [](auto zero) { return std::is_same_v<decltype(zero), float>; }));
    CHECK(visit(Dtype::f64, [](auto zero) { return std::is_same_v<decltype(zero), double>; }));
    CHECK(
        visit(Dtype::i32, [](auto zero) { return std::is_same_v<decltype(zero), std::int32_t>; }));
    for (Dtype dtype : kDtypes) {
        CHECK(visit(dtype, [](auto zero) { return kDtypeOf<decltype(zero)>; }) == dtype);
        CHECK(visit(dtype, [](auto zero) { return static_cast<double>(zero); }) == 0);
    }
    CHECK(size_of(Dtype::f32) == 4);
    CHECK(size_of(Dtype::f64) == 8);
    CHECK(size_of(Dtype::i32) == 4);
}

TEST_CASE("dtype: no type of that number is an internal error") {
    const auto none = static_cast<Dtype>(77);
    CHECK(test::error_of([&] { size_of(none); }).kind == ErrorKind::internal);
    CHECK(name(none) == "?");
}

TEST_CASE("errors: kinds are the exit codes that users meet") {
    CHECK(static_cast<int>(ErrorKind::internal) == 1);
    CHECK(static_cast<int>(ErrorKind::usage) == 2);
    CHECK(static_cast<int>(ErrorKind::no_device) == 3);
    CHECK(static_cast<int>(ErrorKind::bad_input) == 4);
    CHECK(static_cast<int>(ErrorKind::negative_cycle) == 5);
    CHECK(static_cast<int>(ErrorKind::out_of_memory) == 6);
    CHECK(static_cast<int>(ErrorKind::verification) == 7);
    const NegativeCycle cycle({17, 4}, -2.5, "around");
    CHECK(cycle.kind() == ErrorKind::negative_cycle);
    CHECK(cycle.vertices() == std::vector<std::size_t>{17, 4});
    CHECK(cycle.weight() == -2.5);
    CHECK(std::string(cycle.what()) == "around");
    CHECK(name(Semiring::min_plus) == "min-plus");
}

}  // namespace apsp
