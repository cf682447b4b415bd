// The schedule of stripes against plain Floyd-Warshall, on the reference engine.
#include "algorithms/streamed.hpp"

#include <doctest/doctest.h>

#include <atomic>

#include "algorithms/distribution.hpp"
#include "algorithms/stripe_turns.hpp"
#include "base/all_at_once.hpp"
#include "unit/drawn_matrix.hpp"
#include "unit/reference_engine.hpp"

using apsp::Range;

namespace {

/// Stripes in memory, some of which may be further along than others.
class Stripes final : public apsp::StripeStore {
  public:
    Stripes(std::vector<double>& d, std::size_t n, const std::vector<Range>& stripes)
        : d_(d), n_(n), stripes_(stripes), rounds_(stripes.size(), 0) {}
    const void* read(std::size_t s) const override { return &d_[stripes_[s].first * n_]; }
    void* next(std::size_t s) override {
        if (left_ == 0) throw 17;
        --left_;
        return &d_[stripes_[s].first * n_];
    }
    void commit(std::size_t s, std::size_t rounds) override {
        REQUIRE(rounds > rounds_[s]);  // nothing is relaxed twice
        rounds_[s] = rounds;
    }
    std::size_t rounds(std::size_t s) const override { return rounds_[s]; }
    void allow(std::size_t stripes) { left_ = stripes; }

  private:
    std::vector<double>& d_;
    std::size_t n_;
    const std::vector<Range>& stripes_;
    std::vector<std::size_t> rounds_;
    std::size_t left_ = 0;
};

}  // namespace

TEST_CASE("schedules: streamed, and stopped at each stripe in turn") {
    const Drawn drawn(384);
    const auto expected = drawn.closure();
    const auto stripes = apsp::equal_stripes({0, drawn.n}, 128);
    const auto run = [&](apsp::StripeStore& store) {
        ReferenceMemory memory(true);
        ReferenceTiles tiles(memory, {64});
        std::vector<apsp::Slab> slots(apsp::stream_slots(1));
        for (apsp::Slab& slot : slots) slot = memory.allocate(128, drawn.n);
        apsp::StripeTurns turns(store, stripes, 1);
        apsp::kleene_streamed(tiles, memory, slots, stripes, turns, {});
    };
    for (std::size_t first = 0; first < 7; ++first) {
        std::vector<double> d = drawn.d;
        Stripes store(d, drawn.n, stripes);
        store.allow(first);
        CHECK_THROWS_AS(run(store), int);
        store.allow(100);
        run(store);
        CHECK(d == expected);
    }
}

TEST_CASE("schedules: streamed through several engines, one of which may fail") {
    const Drawn drawn(384);
    const auto expected = drawn.closure();
    const auto stripes = apsp::equal_stripes({0, drawn.n}, 128);
    const auto run = [&](apsp::StripeStore& store, std::size_t engines) {
        apsp::StripeTurns turns(store, stripes, engines);
        std::atomic<double> waited = 0;
        apsp::all_at_once(
            engines, [&] { turns.fail(); },
            [&](std::size_t) {
                ReferenceMemory memory(true);
                ReferenceTiles tiles(memory, {64});
                std::vector<apsp::Slab> slots(apsp::stream_slots(engines));
                for (apsp::Slab& slot : slots) slot = memory.allocate(128, drawn.n);
                waited += apsp::kleene_streamed(tiles, memory, slots, stripes, turns, {});
            });
        return waited.load();
    };
    for (const std::size_t engines : {1, 2, 6}) {
        for (const std::size_t first : {0, 3, 6}) {
            CAPTURE(engines);
            CAPTURE(first);
            std::vector<double> d = drawn.d;
            Stripes store(d, drawn.n, stripes);
            store.allow(first);
            CHECK_THROWS(run(store, engines));
            store.allow(100);
            const double waited = run(store, engines);
            CHECK(d == expected);
            if (engines == 6) CHECK(waited > 0);  // for three stripes
        }
    }
}
