// How the graphs of a batch are dealt to several devices.
#include "batch/batch_pieces.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>

#include "ragged.hpp"

namespace apsp {
namespace {

constexpr std::size_t kGraphs = 3000, kLargest = 256;

/// Graphs of 0 to 256 vertices without arcs, in the order of their sizes.
Ragged<std::uint8_t> draw_sizes() {
    Ragged<std::uint8_t> ragged;
    for (std::size_t k = 0; k < kGraphs; ++k) ragged.add(k * kLargest / (kGraphs - 1), {});
    return ragged;
}

std::vector<std::uint32_t> all_in_order() {
    std::vector<std::uint32_t> order(kGraphs);
    std::iota(order.begin(), order.end(), 0);
    return order;
}

TEST_CASE("batch pieces: each graph once, from both ends, in pieces that become smaller") {
    const auto ragged = draw_sizes();
    const GraphBatch batch = ragged.batch();
    const auto order = all_in_order();
    const auto relaxations = [&](std::size_t first, std::size_t last) {
        double sum = 0;
        for (std::size_t k = first; k < last; ++k) {
            sum += static_cast<double>(batch.vertices(k) * batch.vertices(k) * batch.vertices(k));
        }
        return sum;
    };
    constexpr std::size_t kFitting = 2000;  // into the device that takes the smallest
    for (const std::size_t takers : {2, 3, 7}) {
        CAPTURE(takers);
        BatchPieces pieces(batch, order, takers, kGraphs);
        // A piece is the smaller the less is left, but no smaller than 2^22 relaxations.
        const auto most = [&](std::size_t first, std::size_t last) {
            return std::max(relaxations(first, last) / static_cast<double>(2 * takers), 0x1p22);
        };
        std::size_t first = 0, last = kGraphs, count = 0;
        while (first < last) {
            const auto small = pieces.take_smallest(kFitting);
            const std::size_t fitting = std::min(last, kFitting);
            CHECK(small.empty() == (first == fitting));
            if (!small.empty()) {
                CHECK(small.front() == first);
                CHECK(first + small.size() <= fitting);
                CHECK((small.size() == 1 ||
                       relaxations(first, first + small.size()) <= most(first, fitting)));
            }
            first += small.size();
            if (first == last) break;
            const auto large = pieces.take_largest();
            REQUIRE(!large.empty());
            CHECK(large.back() + 1 == last);
            CHECK(
                (large.size() == 1 || relaxations(last - large.size(), last) <= most(first, last)));
            last -= large.size();
            ++count;
        }
        CHECK(count > 2 * takers);
        CHECK(pieces.take_smallest().empty());
        CHECK(pieces.take_largest().empty());
        CHECK(pieces.take_rest().empty());
    }
}

TEST_CASE("batch pieces: all at once for one device, one at a time, and what is left") {
    const auto ragged = draw_sizes();
    const GraphBatch batch = ragged.batch();
    const auto order = all_in_order();
    BatchPieces small(batch, order, 1, kGraphs);
    CHECK(small.take_smallest(2000).size() == 2000);
    CHECK(small.take_smallest(2000).empty());
    CHECK(small.take_rest().size() == 1000);
    CHECK(small.take_largest().empty());
    CHECK(BatchPieces(batch, order, 1, kGraphs).take_largest().size() == kGraphs);

    BatchPieces single(batch, order, 2, 1);
    CHECK(single.take_smallest().front() == 0);
    CHECK(single.take_largest().front() == kGraphs - 1);
    CHECK(single.take_smallest().size() == 1);
    CHECK(single.take_rest().size() == kGraphs - 3);
    BatchPieces none(batch, {}, 2, 1);
    CHECK(none.take_smallest().empty());
    CHECK(none.take_largest().empty());
}

}  // namespace
}  // namespace apsp
