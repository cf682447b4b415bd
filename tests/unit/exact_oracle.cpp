// The exact oracle itself, against results that can be worked out by hand.
#include "exact_oracle.hpp"

#include <doctest/doctest.h>

#include "contract.hpp"

namespace {

using apsp::Dtype;

bool has_negative_cycle(std::size_t n, const std::vector<apsp::Arc>& arcs) {
    return ExactOracle(n, arcs).negative_cycle();
}

}  // namespace

TEST_CASE("exact oracle: doubles are integers of 2^-1074, and come back from it") {
    CHECK(exact(5e-324) == 1);
    CHECK(exact(-1e-323) == -2);
    CHECK(exact(0.0) == 0);
    CHECK(exact(-0.0) == 0);
    CHECK(exact(1.0) == Exact(1) << 1074);
    CHECK(exact(-0.75) == -(Exact(3) << 1072));
    for (double value : {0.1, -0.3, 1e300, 1e-310, 0x1p-1022, 1.7976931348623157e308, 16777217.0}) {
        CHECK(nearest_double(exact(value)) == value);
    }
}

TEST_CASE("exact oracle: sums become the nearest double") {
    const Exact one = exact(1.0);
    CHECK(nearest_double(one + exact(0x1p-54)) == 1);
    CHECK(nearest_double(one + exact(0x1p-53) + 1) == 1 + 0x1p-52);
    CHECK(nearest_double(-one - exact(0x1p-53) - 1) == -1 - 0x1p-52);
    CHECK(nearest_double(exact(1e308) * 2) == std::numeric_limits<double>::infinity());
    CHECK(nearest_double(exact(5e-324) * 3) == 1.5e-323);
}

TEST_CASE("exact oracle: differences from a double are not rounded") {
    // As a double, 0.1 + 0.2 is 2^-55 more than the exact sum of the two doubles.
    const Exact sum = exact(0.1) + exact(0.2);
    CHECK(is_within(0.1 + 0.2, sum, exact(0x1p-55)));
    CHECK_FALSE(is_within(0.1 + 0.2, sum, exact(0x1p-55) - 1));
    CHECK_FALSE(is_within(std::numeric_limits<double>::quiet_NaN(), sum, exact(1e308)));
    CHECK_FALSE(is_within(-std::numeric_limits<double>::infinity(), sum, exact(1e308)));
}

TEST_CASE("exact oracle: distances, arcs and magnitudes, also of several shortest paths") {
    const ExactOracle oracle(4, {{0, 1, 3}, {0, 2, 5}, {2, 1, -2}, {1, 3, 1e-300}});
    CHECK(oracle.path(0, 1).length == exact(3));
    CHECK(oracle.path(0, 1).arcs == 2);              // over 2
    CHECK(oracle.path(0, 1).magnitude == exact(3));  // that of the arc itself
    CHECK(oracle.path(2, 3).length == exact(1e-300) - exact(2));
    CHECK(oracle.path(2, 3).magnitude == exact(1e-300) + exact(2));
    CHECK(oracle.path(0, 3).arcs == 3);
    CHECK_FALSE(oracle.path(3, 0).exists);
    CHECK(oracle.path(3, 3).exists);
    CHECK(oracle.path(3, 3).length == 0);
    CHECK(oracle.potential(0) == 0);
    CHECK(oracle.potential(1) == exact(-2));
    CHECK(oracle.potential(3) == exact(1e-300) - exact(2));
    CHECK(oracle.negative_weights());
    CHECK_FALSE(oracle.integral());
    CHECK(oracle.largest() == exact(5));
}

TEST_CASE("exact oracle: of parallel arcs the smallest counts, and no self-loop of 0 or more") {
    const ExactOracle oracle(2, {{0, 1, 7}, {0, 1, 2}, {0, 1, 1e16}, {1, 1, 0.5}, {0, 0, 0}});
    CHECK(oracle.path(0, 1).length == exact(2));
    CHECK(oracle.integral());
    CHECK(oracle.largest() == exact(2));
    CHECK(has_negative_cycle(1, {{0, 0, -5e-324}}));
}

TEST_CASE("exact oracle: cycles are negative by any amount, or not") {
    CHECK(has_negative_cycle(3, {{0, 1, 1e16}, {1, 2, -1}, {2, 0, -1e16}}));
    CHECK_FALSE(has_negative_cycle(3, {{0, 1, 1e16}, {1, 2, 1}, {2, 0, -1e16}}));
    CHECK(has_negative_cycle(3, {{0, 1, 1e300}, {1, 2, -5e-324}, {2, 0, -1e300}}));
    CHECK_FALSE(has_negative_cycle(3, {{0, 1, 0.1}, {1, 2, 0.2}, {2, 0, -0.3}}));  // 2^-55.2
    CHECK(has_negative_cycle(3, {{0, 1, -0.1}, {1, 2, -0.2}, {2, 0, 0.3}}));
    CHECK(has_negative_cycle(3, {{0, 1, -1e308}, {1, 2, -1e308}, {2, 0, 1.7e308}}));
}

TEST_CASE("exact oracle: around a cycle of length 0 paths have fewer arcs than vertices") {
    const ExactOracle oracle(4, {{0, 1, 0.3}, {1, 0, -0.3}, {1, 2, 0}, {2, 1, 0}, {2, 3, 1}});
    CHECK_FALSE(oracle.negative_cycle());
    CHECK(oracle.path(0, 3).length == exact(0.3) + exact(1));
    CHECK(oracle.path(0, 3).arcs == 3);
    CHECK(oracle.path(0, 2).arcs <= 3);
    CHECK(oracle.path(0, 0).length == 0);
}

TEST_CASE("contract: what a solver may round") {
    // One arc: 2 x 1 + 4 roundings of 2^-24, and 3 denormals.
    const ExactOracle oracle(2, {{0, 1, 0.75}});
    const Exact denormal = exact(0x1p-149);
    CHECK(allowed_error(oracle, Dtype::f32, 0, 1) == exact(0.75 * 6 * 0x1p-24) + 3 * denormal);
    CHECK(allowed_error(oracle, Dtype::f64, 0, 1) == exact(0.75 * 6 * 0x1p-53) + 3);
    CHECK(allowed_error(oracle, Dtype::f32, 0, 0) == 0);
    // For a zero only denormals are allowed, and for integers nothing, as long as their sums are
    // exact.
    CHECK(allowed_error(ExactOracle(3, {{0, 1, 0}, {0, 2, 0.5}}), Dtype::f64, 0, 1) == 3);
    CHECK(allowed_error(ExactOracle(2, {{0, 1, 8388607}}), Dtype::f32, 0, 1) == 0);
    CHECK(allowed_error(ExactOracle(2, {{0, 1, 8388608}}), Dtype::f32, 0, 1) > 0);
    CHECK(allowed_error(ExactOracle(2, {{0, 1, 8388608}}), Dtype::i32, 0, 1) == 0);
}

TEST_CASE("contract: arcs apart from a path add a limited number of its own roundings") {
    // h(1) is -8, or -2^40, so the reduced length of 2 -> 1 is 0.5 more than 8, or than 2^40.
    const Exact three_denormals = 3 * exact(0x1p-149);
    CHECK(allowed_error(ExactOracle(3, {{0, 1, -8}, {2, 1, 0.5}}), Dtype::f32, 2, 1) ==
          exact((0.5 + 8.5) * 6 * 0x1p-24) + three_denormals);
    CHECK(allowed_error(ExactOracle(3, {{0, 1, -0x1p40}, {2, 1, 0.5}}), Dtype::f32, 2, 1) ==
          exact((0.5 + 1024 * 0.5) * 6 * 0x1p-24) + three_denormals);
}

TEST_CASE("contract: a cycle's sum, if it is a cycle") {
    const Weights weights =
        weights_that_count({{0, 1, 1e16}, {1, 2, -1}, {2, 0, -1e16}, {1, 1, -3}});
    CHECK(cycle_sum(weights, {1, 2, 0}) == exact(-1));
    CHECK(cycle_sum(weights, {1}) == exact(-3));
    CHECK_FALSE(cycle_sum(weights, {}));
    CHECK_FALSE(cycle_sum(weights, {0, 1}));
    CHECK_FALSE(cycle_sum(weights, {0, 1, 1, 2}));
}
