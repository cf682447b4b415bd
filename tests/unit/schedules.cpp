// Every schedule against plain Floyd-Warshall, on the reference engine.
#include <doctest/doctest.h>

#include <memory>
#include <numeric>
#include <thread>

#include "algorithms/algorithms.hpp"
#include "algorithms/distribution.hpp"
#include "algorithms/shares.hpp"
#include "solve/shared_panels.hpp"
#include "unit/drawn_matrix.hpp"
#include "unit/reference_engine.hpp"

namespace {

using apsp::Range;
using apsp::View;

/// The matrix that a schedule results in, and its number of launches.
template <class F>
std::pair<std::vector<double>, std::size_t> close_whole(const Drawn& drawn,
                                                        std::vector<std::size_t> blocks,
                                                        F&& schedule) {
    ReferenceMemory memory(true);
    ReferenceTiles tiles(memory, std::move(blocks));
    const apsp::Slab matrix = memory.allocate(drawn.n, drawn.n);
    memory.put(drawn.whole(matrix), drawn.d.data(), apsp::kNoMark);
    schedule(tiles, matrix);
    return {memory.list(drawn.whole(matrix)), tiles.launches};
}

}  // namespace

TEST_CASE("schedules: a block's own rows need no product where they meet its columns") {
    const auto same = [](Range a, Range b) { return a.first == b.first && a.last == b.last; };
    const apsp::Slab slab = {1, 1024, 1024, 0}, other = {2, 1024, 1024, 0};
    const View square = {slab, {{256, 512}}, {256, 512}}, own = {slab, {{256, 512}}, {0, 1024}};
    CHECK(same(closed_tiles(own, square, own, 0, 128), {2, 4}));
    CHECK(same(closed_tiles(own, square, own, 0, 512), {0, 0}));   // no whole tiles
    CHECK(same(closed_tiles(own, square, own, 64, 128), {0, 0}));  // nor these
    CHECK(same(closed_tiles(own, square, own, 128, 128), {1, 3}));
    const View right = {slab, {{256, 512}}, {512, 1024}};
    CHECK(same(closed_tiles(right, square, right, 512, 128), {0, 0}));
    const View rest = {slab, {{0, 1024}, {256, 512}}, {0, 1024}};
    CHECK(same(closed_tiles(rest, {slab, rest.rows, {256, 512}}, own, 0, 128), {0, 0}));
    const View elsewhere = {other, {{256, 512}}, {0, 1024}};
    CHECK(same(closed_tiles(elsewhere, square, own, 0, 128), {0, 0}));
}

TEST_CASE("schedules: kleene, by tiles and by blocks of tiles") {
    const Drawn drawn(256);
    const auto kleene = [](apsp::Tiles& tiles, const apsp::Slab& matrix) {
        apsp::kleene(tiles, matrix, false, {});
    };
    const auto by_tiles = close_whole(drawn, {32}, kleene);
    CHECK(by_tiles.first == drawn.closure());
    CHECK(by_tiles.second == 8 * 3);  // close, the tile's rows, all others
    const auto by_blocks = close_whole(drawn, {128, 32}, kleene);
    CHECK(by_blocks.first == drawn.closure());
    CHECK(by_blocks.second == 2 * (4 * 3 + 1));
    CHECK(close_whole(drawn, {256, 128, 64}, kleene).first == drawn.closure());
}

TEST_CASE("schedules: kleene of a symmetric matrix") {
    const Drawn drawn(256, true);
    const auto kleene = [](apsp::Tiles& tiles, const apsp::Slab& matrix) {
        apsp::kleene(tiles, matrix, true, {});
    };
    CHECK(close_whole(drawn, {64}, kleene).first == drawn.closure());
    CHECK(close_whole(drawn, {128, 64}, kleene).first == drawn.closure());
}

TEST_CASE("schedules: r-kleene") {
    for (const bool symmetric : {false, true}) {
        CAPTURE(symmetric);
        const Drawn drawn(384, symmetric);
        const auto r_kleene = [&](apsp::Tiles& tiles, const apsp::Slab& matrix) {
            apsp::r_kleene(tiles, matrix, symmetric, {});
        };
        CHECK(close_whole(drawn, {64}, r_kleene).first == drawn.closure());
    }
}

TEST_CASE("schedules: progress rises to 1, and what it throws gets out") {
    const Drawn drawn(256);
    double last = 0;
    close_whole(drawn, {64}, [&](apsp::Tiles& tiles, const apsp::Slab& matrix) {
        apsp::kleene(tiles, matrix, false, [&](double share) {
            CHECK(share > last);
            last = share;
        });
    });
    CHECK(last == 1);
    const auto stopping = [](apsp::Tiles& tiles, const apsp::Slab& matrix) {
        apsp::r_kleene(tiles, matrix, false, [](double) { throw 17; });
    };
    CHECK_THROWS_AS(close_whole(drawn, {64}, stopping), int);
}

namespace {

/// One engine of a grid, which runs in a thread of its own.
struct Tile {
    Tile(const Drawn& drawn, Range its_rows, Range its_cols, std::size_t stripe_rows, bool beside,
         std::size_t block)
        : memory(beside), tiles(memory, {block}), rows(its_rows), cols(its_cols) {
        for (const Range stripe : apsp::equal_stripes(rows, stripe_rows)) {
            stripes.push_back({stripe, memory.allocate(stripe.size(), cols.size())});
            for (std::size_t i = stripe.first; i < stripe.last; ++i) {
                std::copy_n(&drawn.d[i * drawn.n + cols.first], cols.size(),
                            memory.row(stripes.back().slab, i - stripe.first));
            }
        }
        for (auto& slab : row_slabs) slab = memory.allocate(apsp::padded(block), cols.size());
        for (auto& slab : column_slabs) slab = memory.allocate(rows.size(), apsp::padded(block));
    }

    ReferenceMemory memory;
    ReferenceTiles tiles;
    Range rows, cols;
    std::vector<apsp::Stripe> stripes;
    std::array<apsp::Slab, 2> row_slabs, column_slabs;
};

std::vector<double> close_in_grid(const Drawn& drawn, apsp::Grid grid, std::size_t stripe_rows,
                                  std::size_t block, bool beside) {
    apsp::Distribution parts = {.grid = grid};
    REQUIRE(apsp::deal_grid(parts, drawn.n, block));
    parts.cut_steps(std::vector<std::size_t>(grid.rows * grid.cols, stripe_rows), block);
    const std::size_t bytes = block * drawn.n * sizeof(double);
    std::vector<std::unique_ptr<apsp::SharedPanels>> down, across;  // one per column, one per row
    for (std::size_t c = 0; c < grid.cols; ++c) {
        down.push_back(std::make_unique<apsp::SharedPanels>(bytes, grid.rows - 1));
    }
    for (std::size_t r = 0; r < grid.rows; ++r) {
        across.push_back(std::make_unique<apsp::SharedPanels>(bytes, grid.cols - 1));
    }
    std::vector<std::unique_ptr<Tile>> all;
    for (std::size_t e = 0; e < grid.rows * grid.cols; ++e) {
        all.push_back(std::make_unique<Tile>(drawn, parts.rows[parts.row_of(e)],
                                             parts.cols[parts.col_of(e)], stripe_rows, beside,
                                             block));
    }
    const std::size_t steps = parts.steps.size();
    for (const Range turns : {Range{0, steps / 2}, Range{steps / 2, steps}}) {  // a stop between
        std::vector<std::jthread> threads;
        for (std::size_t e = 0; e < all.size(); ++e) {
            threads.emplace_back([&, e] {
                Tile& own = *all[e];
                const apsp::Share share = {
                    .tiles = own.tiles,
                    .memory = own.memory,
                    .stripes = own.stripes,
                    .cols = own.cols,
                    .element_bytes = sizeof(double),
                    .row_slabs = own.row_slabs,
                    .column_slabs = own.column_slabs,
                    .row_panels = grid.rows > 1 ? down[parts.col_of(e)].get() : nullptr,
                    .column_panels = grid.cols > 1 ? across[parts.row_of(e)].get() : nullptr};
                apsp::kleene_share(share, parts.steps, turns, {});
            });
        }
    }
    std::vector<double> d(drawn.n * drawn.n);
    for (const auto& own : all) {
        for (const apsp::Stripe& stripe : own->stripes) {
            for (std::size_t i = stripe.rows.first; i < stripe.rows.last; ++i) {
                std::copy_n(own->memory.row(stripe.slab, i - stripe.rows.first), own->cols.size(),
                            &d[i * drawn.n + own->cols.first]);
            }
        }
    }
    return d;
}

}  // namespace

TEST_CASE("schedules: shares, dealt by rows and by columns") {
    const Drawn drawn(384);
    const auto expected = drawn.closure();
    for (const bool beside : {true, false}) {
        const std::size_t stripe_rows = beside ? 128 : 384;
        for (const apsp::Grid grid : {apsp::Grid{1, 1}, {3, 1}, {1, 3}, {2, 2}, {3, 2}}) {
            CAPTURE(grid.rows);
            CAPTURE(grid.cols);
            CHECK(close_in_grid(drawn, grid, stripe_rows, 128, beside) == expected);
        }
    }
    CHECK(close_in_grid(drawn, {2, 2}, 384, 64, true) == expected);
    CHECK(close_in_grid(drawn, {1, 3}, 384, 32, false) == expected);
}

TEST_CASE("distribution: everything is dealt, once, in whole blocks") {
    for (const std::size_t engines : {1, 2, 3, 4, 6, 8, 9, 16, 64}) {
        CAPTURE(engines);
        apsp::Distribution parts = {.grid = apsp::best_grid(engines)};
        CHECK(parts.grid.rows * parts.grid.cols == engines);
        CHECK((parts.grid.cols > 1) == (engines >= 9));
        REQUIRE(apsp::deal_grid(parts, 64 * 512, 512));
        parts.cut_steps(std::vector<std::size_t>(engines, 1024), 512);
        std::vector<int> times(64 * 512, 0);
        for (const Range slice : parts.slices()) {
            for (std::size_t i = slice.first; i < slice.last; ++i) ++times[i];
        }
        CHECK(std::ranges::all_of(times, [](int t) { return t == 1; }));
        CHECK(parts.steps.front().first == 0);
        CHECK(parts.steps.back().last == 64 * 512);
        for (std::size_t s = 0; s < parts.steps.size(); ++s) {
            const Range step = parts.steps[s];
            CHECK(step.size() <= 512);
            if (s > 0) CHECK(step.first == parts.steps[s - 1].last);
            for (const auto* cut : {&parts.rows, &parts.cols}) {
                const std::size_t owner = apsp::owners({step}, *cut).front();
                CHECK(apsp::contains((*cut)[owner], step));
            }
        }
    }
    apsp::Distribution too_many = {.grid = {4, 1}};
    CHECK_FALSE(apsp::deal_grid(too_many, 384, 128));
}

TEST_CASE("distribution: shares follow rates") {
    const auto shares = apsp::deal(1024, 128, {3, 1});
    CHECK(shares[0].size() == 768);
    CHECK(shares[1].size() == 256);
    CHECK(apsp::deal(1024, 128, {1000, 1})[1].size() == 0);
}
