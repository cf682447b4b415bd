// How a team of row makers divides rows that it only reduces.
#include "algorithms/row_team.hpp"

#include <algorithm>
#include <memory>
#include <mutex>
#include <vector>

#include "unit/helpers.hpp"

namespace apsp {
namespace {

/// What makers were asked for.
struct Asked {
    std::mutex mutex;
    std::vector<Range> batches;
};

class Recorder final : public RowMaker {
  public:
    Recorder(Asked& asked, std::size_t least, std::size_t batch)
        : asked_(asked), least_(least), batch_(batch) {}
    std::size_t batch() const override { return batch_; }
    std::size_t least() const override { return least_; }
    void make(std::span<const std::uint32_t>, void*) override {}
    RowReductions reduce(const RowQuestion&, Range vertices) override {
        const std::lock_guard lock(asked_.mutex);
        asked_.batches.push_back(vertices);
        RowReductions own;
        for (std::size_t v = vertices.first; v < vertices.last; ++v) own.rows.push_back({v, 0, 0});
        return own;
    }

  private:
    Asked& asked_;
    std::size_t least_, batch_;
};

std::vector<Range> batches_of(std::size_t makers, bool equal, std::size_t least, std::size_t batch,
                              std::size_t rows) {
    Asked asked;
    std::vector<std::unique_ptr<RowMaker>> all;
    while (all.size() < makers) all.push_back(std::make_unique<Recorder>(asked, least, batch));
    std::vector<RowTeam::Tally> tallies(makers);
    RowTeam team(std::move(all), equal, 4 * rows, tallies);
    const RowReductions reduced = team.reduce(RowQuestion(Dtype::i32), {5, 5 + rows});
    REQUIRE(reduced.rows.size() == rows);
    for (std::size_t i = 0; i < rows; ++i) CHECK(reduced.rows[i].count == 5 + i);
    std::size_t tallied = 0;
    for (const auto& tally : tallies) tallied += tally.rows;
    CHECK(tallied == rows);
    std::ranges::sort(asked.batches, {}, &Range::first);
    return asked.batches;
}

}  // namespace

TEST_CASE("row_team: equal makers that need many rows get their part in one batch") {
    const std::vector<Range> batches = batches_of(4, true, 100, 100000, 8192);
    REQUIRE(batches.size() == 4);
    CHECK(batches.back().size() > 1500);
}

TEST_CASE("row_team: no batch is smaller than a maker needs, but the last") {
    for (const bool equal : {false, true}) {
        for (const std::size_t least : {64, 1000, 5000}) {
            CAPTURE(least);
            const std::vector<Range> batches = batches_of(3, equal, least, 6000, 20000);
            for (std::size_t k = 0; k + 1 < batches.size(); ++k) CHECK(batches[k].size() >= least);
        }
    }
}

TEST_CASE("row_team: makers that do with few rows end together") {
    const std::vector<Range> batches = batches_of(2, true, 1, 1000, 4000);
    CHECK(batches.front().size() == 1000);
    CHECK(batches.back().size() <= 64);
}

}  // namespace apsp
