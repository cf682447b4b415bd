// A team of row makers that share the rows: each takes more whenever it has finished some, and none
// knows of the others.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "algorithms/row_maker.hpp"

namespace apsp {

class RowTeam final : public RowMaker {
  public:
    /// What a maker has done so far.
    struct Tally {
        std::size_t rows = 0;
        double seconds = 0;
    };
    /// Rows are `row_bytes` apart. Each maker has a tally; the tallies must outlive the team.
    /// `equal` makers take equal times.
    RowTeam(std::vector<std::unique_ptr<RowMaker>> makers, bool equal, std::size_t row_bytes,
            std::span<Tally> tallies);

    std::size_t batch() const override;
    void make(std::span<const std::uint32_t> sources, void* to) override;
    void make_all(Matrix& distances, const RowSink& take, const Progress& progress,
                  PathsBeside* beside) override;
    RowReductions reduce(const RowQuestion& question, Range vertices) override;

  private:
    /// Has the makers work on these rows: f(maker, some of them). A maker takes at least `least` of
    /// its own at a time.
    template <class F>
    void share(Range rows, const Progress& progress, bool reducing, const F& f);

    std::vector<std::unique_ptr<RowMaker>> makers_;
    bool equal_;
    std::size_t row_bytes_;
    std::span<Tally> tallies_;
};

}  // namespace apsp
