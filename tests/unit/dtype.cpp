// Element types: their names, sizes and what stands for "no path".
#include "apsp/dtype.hpp"

#include <cmath>
#include <string>

#include "apsp/algorithm.hpp"
#include "apsp/semiring.hpp"
#include "unit/helpers.hpp"

namespace apsp {
namespace {

/// Whether the enumeration has that value: compilers write other values as a cast,
/// "(apsp::Dtype)5".
template <auto kValue>
constexpr bool is_enumerator() {
    const std::string_view text = __PRETTY_FUNCTION__;
    return text[text.find("kValue = ") + 9] != '(';
}
/// Whether the table, whose rows are in order, has exactly as many rows as the enumeration has
/// values.
template <class E>
constexpr bool complete(const auto& rows) {
    return is_enumerator<static_cast<E>(std::tuple_size_v<std::remove_cvref_t<decltype(rows)>> -
                                        1)>() &&
           !is_enumerator<static_cast<E>(std::tuple_size_v<std::remove_cvref_t<decltype(rows)>>)>();
}
static_assert(complete<Dtype>(kDtypeTraits));
static_assert(complete<Semiring>(kSemiringTraits));
static_assert(complete<Algorithm>(kAlgorithmTraits));

}  // namespace

TEST_CASE("semiring: what the table says is what each does") {
    for (Semiring semiring : kSemirings) {
        CAPTURE(name(semiring));
        CHECK(parse_semiring(name(semiring)) == semiring);
        CHECK(visit(semiring, [](auto s) { return s.value; }) == semiring);
        // `one` is neutral along paths and `zero` over paths, for values between the two.
        for (const double a : {0.0, 0.25, 1.0}) {
            CHECK(times(semiring, a, one<double>(semiring)) == a);
            CHECK(plus(semiring, a, zero<double>(semiring)) == a);
        }
    }
    CHECK(plus(Semiring::min_max, 2, 3) == 2);
    CHECK(times(Semiring::min_max, 2, 3) == 3);
    CHECK(plus(Semiring::max_min, 2, 3) == 3);
    CHECK(times(Semiring::max_min, 2, 3) == 2);
    CHECK(times(Semiring::min_plus, std::uint8_t{200}, std::uint8_t{100}) == 255);
    CHECK(zero<std::int32_t>(Semiring::min_plus) == 1073741823);
    CHECK(zero<std::int32_t>(Semiring::max_min) == -2147483647);
    CHECK(one<std::uint8_t>(Semiring::max_min) == 255);
    for (Dtype dtype : kDtypes) {
        CAPTURE(name(dtype));
        CHECK(defined_in(Semiring::min_plus, dtype));
        CHECK(defined_in(Semiring::max_times, dtype) ==
              (dtype == Dtype::f32 || dtype == Dtype::f64));
        CHECK(defined_in(Semiring::or_and, dtype) == (dtype == Dtype::u8));
        CHECK(is_signed(dtype) == (dtype != Dtype::u8));
    }
    CHECK(prefers_large(Semiring::max_min));
    CHECK(prefers_large(Semiring::max_times));
    CHECK(!prefers_large(Semiring::or_and));
    CHECK(!prefers_large(Semiring::min_max));
}

TEST_CASE("algorithm: names are read back") {
    for (Algorithm algorithm : kAlgorithms) CHECK(parse_algorithm(name(algorithm)) == algorithm);
    CHECK(name(Algorithm::rkleene) == "rkleene");
    CHECK(!parse_algorithm("dijkstra"));
}

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
