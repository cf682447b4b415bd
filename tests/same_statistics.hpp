// Statistics that were made in two ways, compared bit for bit.
#pragma once

#include <doctest/doctest.h>

#include "apsp/statistics.hpp"

namespace apsp::test {

inline void check_statistics(const Statistics& is, const Statistics& expected) {
    CHECK(is.reachable_pairs == expected.reachable_pairs);
    CHECK(is.diameter == expected.diameter);
    CHECK(is.radius == expected.radius);
    CHECK(is.centre == expected.centre);
    CHECK(is.mean_distance == expected.mean_distance);
    CHECK(is.components == expected.components);
    CHECK(is.largest_component == expected.largest_component);
    REQUIRE(is.vertices.size() == expected.vertices.size());
    for (std::size_t v = 0; v < is.vertices.size(); ++v) {
        CHECK(is.vertices[v].sum == expected.vertices[v].sum);
        CHECK(is.vertices[v].closeness == expected.vertices[v].closeness);
    }
}

}  // namespace apsp::test
