// A rank's tile of a matrix that is dealt over a grid of ranks by rows and columns.
//
// The rest of the program knows whole rows. So the ranks of a row of the grid, which have the same
// rows, cut their columns out of them at the beginning, and put the rows together again at the end,
// each rank a slice of them.
#pragma once

#include <memory>
#include <vector>

#include "mpi/rank_worker.hpp"
#include "solve/share_worker.hpp"

namespace apsp::mpi {

class TileWorker final : public RankWorker {
  public:
    TileWorker(const Comm& comm, const RankPlan& plan, int threads);
    ~TileWorker() override;

    void open(const RowSource& source) override;
    void give(const RowSink& sink) override;
    SolutionShare share() const override;

  protected:
    void relax(Range turns, const std::function<void(double)>& progress) override;

  private:
    std::size_t row_bytes() const { return plan_.solve.matrix.ld * element_bytes_; }
    std::size_t width_bytes() const { return plan_.tile_cols().size() * element_bytes_; }
    const RankPlan& plan_;
    std::size_t element_bytes_;
    MPI_Comm across_ = MPI_COMM_NULL;  // the ranks with the same rows
    MPI_Comm down_ = MPI_COMM_NULL;    // the ranks with the same columns
    ShareWorker worker_;
};

}  // namespace apsp::mpi
