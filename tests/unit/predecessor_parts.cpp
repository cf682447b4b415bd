// The parts in which GPUs find predecessors, and the memory that they take.
#include "backends/predecessor_parts.hpp"

#include <doctest/doctest.h>

#include <numeric>

#include "graph/padding.hpp"

namespace apsp {

TEST_CASE("predecessor parts: columns are all there once, in parts that fit") {
    constexpr std::size_t kEdge = 512;
    const std::size_t most = listed_arcs(kEdge);
    for (const std::size_t degree : {0, 1, 60, 64, 65, 128, 300, 511}) {
        std::vector<std::uint32_t> counts(2 * kEdge, 0);
        for (std::size_t j = 0; j < kEdge; ++j) {
            counts[2 * j] = static_cast<std::uint32_t>(j % 3 == 0 ? degree : degree / 2);
        }
        const auto bounds = list_bounds(kEdge, counts);
        REQUIRE(bounds.size() == kEdge + 1);
        const auto parts = column_parts(bounds, most);
        std::size_t next = 0, longest = 0;
        for (const Range& part : parts) {
            CHECK(part.first == next);
            CHECK(part.size() > 0);
            CHECK(part.size() % kPredecessorLanes == 0);
            CHECK(bounds[part.last] - bounds[part.first] <= most);
            longest = std::max(longest, bounds[part.last] - bounds[part.first]);
            next = part.last;
        }
        CHECK(next == kEdge);
        CHECK(longest_part(bounds, parts) == longest);
        // Two consecutive parts would not fit together.
        for (std::size_t k = 2; k < parts.size(); ++k) {
            CHECK(bounds[parts[k].last] - bounds[parts[k - 2].first] > most);
        }
    }
}

TEST_CASE("predecessor parts: no list where every other vertex is a predecessor by itself") {
    const auto bounds = list_bounds(4, {3, 3, 3, 2, 0, 0, 2, 1});
    CHECK(bounds == std::vector<std::size_t>{0, 0, 3, 3, 5});
}

TEST_CASE("predecessor parts: rows are multiples of the padding, and at least that many") {
    for (const std::size_t ld : {128, 256, 4096, 32768, 1 << 22}) {
        const std::size_t rows = predecessor_rows(ld, 2, false);
        CHECK(rows % apsp::kPadding == 0);
        CHECK(rows >= apsp::kPadding);
        CHECK(rows <= ld);
    }
    CHECK(predecessor_rows(4096, 2, false) == 4096);
    CHECK(predecessor_rows(32768, 2, false) == 1024);
    CHECK(predecessor_rows(4096, 2, true) == 1024);
}

TEST_CASE("predecessor parts: a plan counts the copy of the weights where it is kept") {
    const auto planned = [](Dtype dtype, bool keep) {
        EngineOptions options;
        options.n = 1000;
        options.dtype = dtype;
        options.keep_weights = keep;
        EnginePlan plan;
        plan_predecessors(options, false, plan);
        CHECK(plan.keeps_weights == keep);
        return std::accumulate(plan.buffers.begin(), plan.buffers.end(), std::uint64_t{0},
                               [](std::uint64_t sum, const Buffer& b) { return sum + b.bytes; });
    };
    const std::uint64_t cells = 1024 * 1024;
    CHECK(planned(Dtype::i32, true) - planned(Dtype::i32, false) == cells * 4);
    // Floats also need the bits of arcs that are tight to within roundings.
    CHECK(planned(Dtype::f64, true) - planned(Dtype::f64, false) == cells * 8 + cells / 8);
}

}  // namespace apsp
