// The schedule of shares of a symmetric matrix against plain Floyd-Warshall, on the reference
// engine.
#include "algorithms/symmetric_shares.hpp"

#include <doctest/doctest.h>

#include <deque>
#include <memory>
#include <optional>

#include "algorithms/distribution.hpp"
#include "base/all_at_once.hpp"
#include "graph/padding.hpp"
#include "solve/shared_panels.hpp"
#include "unit/drawn_matrix.hpp"
#include "unit/reference_engine.hpp"

using apsp::Range;

namespace {

/// How a matrix is dealt to engines.
struct Dealt {
    std::size_t engines, stripe_rows, block;
    bool beside;
};

/// One engine, which runs in a thread of its own.
struct Holder {
    Holder(const Drawn& drawn, Range its_rows, const Dealt& dealt)
        : memory(dealt.beside), tiles(memory, {dealt.block}), rows(its_rows) {
        for (const Range stripe : apsp::equal_stripes(rows, dealt.stripe_rows)) {
            stripes.push_back({stripe, memory.allocate(stripe.size(), drawn.n)});
            stripes.back().slab.first = stripe.first;
            std::copy_n(&drawn.d[stripe.first * drawn.n], stripe.size() * drawn.n,
                        memory.row(stripes.back().slab, 0));
        }
        for (auto& slab : row_slabs) slab = memory.allocate(dealt.block, drawn.n);
        turned = memory.allocate(dealt.block, rows.size());
    }

    ReferenceMemory memory;
    ReferenceTiles tiles;
    Range rows;
    std::vector<apsp::Stripe> stripes;
    std::array<apsp::Slab, 2> row_slabs;
    apsp::Slab turned;
};

std::vector<double> close_dealt(const Drawn& drawn, const Dealt& dealt) {
    const auto all_rows =
        apsp::deal_triangle(drawn.n, dealt.block, std::vector<double>(dealt.engines, 1.0));
    std::vector<Range> stripes;
    std::deque<Holder> holders;
    for (const Range rows : all_rows) {
        REQUIRE(rows.size() > 0);
        holders.emplace_back(drawn, rows, dealt);
        for (const auto& stripe : holders.back().stripes) stripes.push_back(stripe.rows);
    }
    const auto steps = apsp::panel_steps(stripes, dealt.block);
    const std::size_t bytes = dealt.block * drawn.n * sizeof(double);
    std::optional<apsp::SharedPanels> rows;
    if (dealt.engines > 1) rows.emplace(bytes, dealt.engines - 1);
    std::deque<apsp::SharedPanels> columns;
    for (std::size_t i = 0; i < dealt.engines; ++i) columns.emplace_back(bytes, 1);
    apsp::all_at_once(dealt.engines, {}, [&](std::size_t i) {
        Holder& own = holders[i];
        apsp::SymmetricShare share = {.share = {.tiles = own.tiles,
                                                .memory = own.memory,
                                                .stripes = own.stripes,
                                                .cols = {0, drawn.n},
                                                .element_bytes = sizeof(double),
                                                .row_slabs = own.row_slabs,
                                                .row_panels = rows ? &*rows : nullptr,
                                                .column_panels = &columns[i]},
                                      .turned = own.turned,
                                      .above = {}};
        for (std::size_t k = 0; k < i; ++k) share.above.push_back({all_rows[k], &columns[k]});
        apsp::kleene_symmetric_share(share, steps, {});
    });
    std::vector<double> d(drawn.n * drawn.n);
    for (Holder& own : holders) {
        for (const apsp::Stripe& stripe : own.stripes) {
            std::copy_n(own.memory.row(stripe.slab, 0), stripe.rows.size() * drawn.n,
                        &d[stripe.rows.first * drawn.n]);
        }
    }
    return d;
}

}  // namespace

TEST_CASE("symmetric shares: dealt over engines, in stripes of any height") {
    const Drawn drawn(512, true);
    const auto expected = drawn.closure();
    for (const bool beside : {true, false}) {
        for (const std::size_t engines : {1, 2, 3}) {
            CAPTURE(engines);
            CHECK(close_dealt(drawn, {engines, 512, 128, beside}) == expected);
        }
    }
    CHECK(close_dealt(drawn, {2, 128, 128, true}) == expected);
    CHECK(close_dealt(drawn, {2, 256, 128, false}) == expected);
}

TEST_CASE("symmetric shares: equal areas above the diagonal") {
    for (const std::size_t engines : {1, 2, 3, 4, 8}) {
        CAPTURE(engines);
        const std::size_t n = 1 << 16;
        const auto rows = apsp::deal_triangle(n, 128, std::vector<double>(engines, 1.0));
        CHECK(rows.front().first == 0);
        CHECK(rows.back().last == n);
        const auto size = static_cast<double>(n);
        for (std::size_t i = 0; i < engines; ++i) {
            if (i > 0) CHECK(rows[i].first == rows[i - 1].last);
            const auto below = [&](std::size_t row) {
                return (size - static_cast<double>(row)) * (size - static_cast<double>(row)) / 2;
            };
            const double area = below(rows[i].first) - below(rows[i].last);
            CHECK(area ==
                  doctest::Approx(size * size / 2 / static_cast<double>(engines)).epsilon(0.02));
        }
    }
    CHECK(apsp::deal_triangle(1024, 128, {1000, 1})[1].size() <= 128);
}
