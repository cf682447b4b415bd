// Labels: names of vertices, and vertices of names.
#include "apsp/labels.hpp"

#include <doctest/doctest.h>

#include <limits>

#include "apsp/errors.hpp"

using apsp::Labels;

namespace {

/// Whether every label is found again, and their neighbours are not.
void check_numbers(const Labels& labels, std::int64_t first, std::size_t n) {
    REQUIRE(labels.size() == n);
    CHECK(labels.first() == first);
    for (std::size_t v = 0; v < n; ++v) {
        CHECK(labels.integer(v) == first + static_cast<std::int64_t>(v));
        CHECK(labels.name(v) == std::to_string(first + static_cast<std::int64_t>(v)));
        CHECK(labels.find(labels.name(v)) == v);
    }
    CHECK(!labels.find(std::to_string(first - 1)));
    CHECK(!labels.find(std::to_string(first + static_cast<std::int64_t>(n))));
    CHECK(!labels.find("x"));
}

}  // namespace

TEST_CASE("labels: consecutive integers take no memory") {
    check_numbers(Labels::counted_from(1, 5), 1, 5);
    check_numbers(Labels::counted_from(-3, 7), -3, 7);
    check_numbers(Labels::of_integers({7, 8, 9}), 7, 3);
    CHECK(Labels::counted_from(1, 24'000'000'000'000).find("24000000000000") ==
          23'999'999'999'999U);
    constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
    constexpr auto kLeast = std::numeric_limits<std::int64_t>::min();
    CHECK(Labels::counted_from(kMost, 1).name(0) == "9223372036854775807");
    CHECK(Labels::counted_from(kMost - 1, 2).find("9223372036854775807") == 1U);
    CHECK(Labels::counted_from(kLeast, 2).find("-9223372036854775807") == 1U);
    CHECK_THROWS_AS(Labels::counted_from(kMost, 2), apsp::Error);
    const Labels ends = Labels::of_integers({kLeast, kMost});
    CHECK(!ends.first());
    CHECK(ends.find("9223372036854775807") == 1U);
}

TEST_CASE("labels: 0 .. n - 1 need none") {
    for (const Labels& labels :
         {Labels::counted_from(0, 9), Labels::of_integers({0, 1, 2}), Labels()}) {
        CHECK(labels.empty());
        CHECK(labels.first() == 0);
        CHECK(labels.name(2) == "2");
        CHECK(labels.find("2") == 2U);
        CHECK(!labels.find("-1"));
    }
}

TEST_CASE("labels: words have no integers") {
    Labels labels;
    CHECK(labels.add("a") == 0);
    CHECK(labels.add("7") == 1);
    CHECK(labels.add("a") == 0);
    CHECK(!labels.first());
    CHECK(!labels.integer(1));
    CHECK(labels.find("7") == 1U);
    CHECK(Labels::of_integers({2, 5}).integer(1) == 5);
}
