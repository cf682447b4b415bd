// The stripes of a rank (see algorithms/streamed.hpp): it relaxes those that it has, in the host's
// memory, and ranks hand over pivots as panels, a stripe each.
#pragma once

#include <vector>

#include "algorithms/shares.hpp"
#include "algorithms/stripe_turns.hpp"
#include "apsp/matrix.hpp"

namespace apsp::mpi {

class RankTurns final : public StripeTurns {
  public:
    /// Of these rows of the matrix, which are whole stripes. `panels` is null where no other rank
    /// has any.
    RankTurns(Matrix& matrix, const std::vector<Range>& stripes, Range rows, Panels* panels);

    std::size_t first_round() const override { return 0; }
    double done() const override;
    bool closes_first() override;
    const void* pivots(std::size_t round) override;
    void have_pivots(std::size_t round) override;
    std::optional<std::size_t> take(std::size_t round,
                                    const std::function<void()>& before_waiting) override;
    const void* read(std::size_t stripe) override { return memory(stripe); }
    void* next(std::size_t stripe) override { return memory(stripe); }
    void commit(std::size_t stripe, std::size_t rounds) override;

  private:
    bool has(std::size_t stripe) const { return contains(rows_, stripes_[stripe]); }
    void* memory(std::size_t stripe) const { return matrix_.row_data(stripes_[stripe].first); }
    std::size_t bytes_of(std::size_t stripe) const {
        return stripes_[stripe].size() * matrix_.row_bytes();
    }
    void send(std::size_t stripe);

    Matrix& matrix_;
    const std::vector<Range>& stripes_;
    Range rows_;
    Panels* panels_;
    std::vector<std::size_t> rounds_;  // that each stripe has been through, of those of the rank
    std::vector<std::size_t> taken_;   // rounds for which it has been taken
    bool first_is_closed_ = false;
};

}  // namespace apsp::mpi
