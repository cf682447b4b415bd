// See rank_worker.hpp.
#include "mpi/rank_worker.hpp"

#include <omp.h>

#include <algorithm>
#include <exception>
#include <thread>

#include "base/host_memory.hpp"
#include "mpi/tile_worker.hpp"
#include "solve/share_worker.hpp"

namespace apsp::mpi {
namespace {

/// Ranks with whole rows.
class RowsWorker final : public RankWorker {
  public:
    RowsWorker(MPI_Comm with_rows, const RankPlan& plan, Matrix& matrix, int threads)
        : RankWorker(carries_alone(plan, threads), threads),
          comm_(with_rows),
          plan_(plan),
          row_bytes_(matrix.row_bytes()),
          worker_(plan.solve.parts.front(), matrix, plan.solve.block) {}
    ~RowsWorker() override {
        row_panels_.reset();
        MPI_Comm_free(&comm_);
    }

    void open(const RowSource& source) override {
        const bool others = Comm(comm_).size() > 1;
        worker_.open(others, source);
        if (!others) return;
        std::vector<Range> rows = plan_.rows;
        std::erase_if(rows, [](const Range& part) { return part.size() == 0; });
        row_panels_.emplace(comm_, plan_.steps, roots_of(plan_.steps, rows), row_bytes_,
                            panel_memory(plan_, worker_.engine()));
    }
    void give(const RowSink& sink) override { worker_.give(sink); }
    SolutionShare share() const override { return worker_.share(); }

  protected:
    void relax(Range turns, const std::function<void(double)>& progress) override {
        worker_.compute(plan_.steps, turns, row_panels_ ? &*row_panels_ : nullptr, progress);
    }

  private:
    MPI_Comm comm_;
    const RankPlan& plan_;
    std::size_t row_bytes_;
    ShareWorker worker_;
};

}  // namespace

bool carries_alone(const RankPlan& plan, int threads) {
    return plan.solve.parts.front().device.kind == DeviceKind::gpu && threads > 1;
}

std::vector<int> roots_of(const std::vector<Range>& steps, const std::vector<Range>& parts) {
    std::vector<int> roots;
    for (const Range step : steps) {
        const auto root =
            std::ranges::find_if(parts, [&](const Range& part) { return step.first < part.last; });
        roots.push_back(static_cast<int>(root - parts.begin()));
    }
    return roots;
}

MpiPanels::Allocate panel_memory(const RankPlan& plan, Engine& engine) {
    if (plan.panels == PanelPlace::host) return allocate_host;
    return [&engine](std::size_t bytes) { return engine.allocate_panel(bytes); };
}

std::vector<MpiPanels*> RankWorker::panels() {
    std::vector<MpiPanels*> all;
    if (column_panels_) all.push_back(&*column_panels_);
    if (row_panels_) all.push_back(&*row_panels_);
    return all;
}

void RankWorker::compute(Range turns, const std::function<void(double)>& progress) {
    const std::vector<MpiPanels*> all = panels();
    std::exception_ptr error;
    std::jthread computing([&] {
        omp_set_num_threads(threads_);  // a thread begins with the environment's number
        try {
            relax(turns, progress);
        } catch (...) {
            error = std::current_exception();
            for (MpiPanels* const each : all) each->stop();
        }
    });
    carry(all, turns, own_processor_);
    computing.join();
    if (error) std::rethrow_exception(error);
}

double RankWorker::sending_seconds() const {
    return (row_panels_ ? row_panels_->sending_seconds() : 0) +
           (column_panels_ ? column_panels_->sending_seconds() : 0);
}

std::unique_ptr<RankWorker> make_rank_worker(const Comm& comm, const RankPlan& plan, Matrix& matrix,
                                             int threads) {
    if (plan.grid.cols > 1) return std::make_unique<TileWorker>(comm, plan, threads);
    const bool has_rows = !plan.solve.parts.empty();
    MPI_Comm with_rows = comm.split(has_rows);
    if (!has_rows) return nullptr;
    return std::make_unique<RowsWorker>(with_rows, plan, matrix, threads);
}

}  // namespace apsp::mpi
