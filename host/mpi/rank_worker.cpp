// See rank_worker.hpp.
#include "mpi/rank_worker.hpp"

#include <omp.h>

#include <algorithm>
#include <thread>

#include "base/carried_exception.hpp"
#include "base/host_memory.hpp"
#include "base/stop.hpp"
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
          matrix_(matrix),
          worker_(plan.solve.parts.front(), plan.solve.matrix, plan.tile_cols(), plan.solve.block) {
    }
    ~RowsWorker() override {
        row_panels_.reset();
        MPI_Comm_free(&comm_);
    }

    void open(const RowSource& source) override {
        const bool others = Comm(comm_).size() > 1;
        worker_.open(others, false, &matrix_);
        worker_.put(source);
        if (!others) return;
        std::vector<Range> rows = plan_.parts.rows;
        std::erase_if(rows, [](const Range& part) { return part.size() == 0; });
        row_panels_.emplace(comm_, plan_.parts.steps, roots_of(plan_.parts.steps, rows),
                            matrix_.row_bytes(), panel_memory(plan_, worker_.memory()));
    }
    void give(const RowSink& sink) override { worker_.get(sink); }
    SolutionShare share() const override { return worker_.share(); }

  protected:
    void relax(Range turns, const std::function<void(double)>& progress) override {
        worker_.compute(plan_.parts.steps, turns, row_panels_ ? &*row_panels_ : nullptr, nullptr,
                        progress);
    }

  private:
    MPI_Comm comm_;
    const RankPlan& plan_;
    Matrix& matrix_;
    ShareWorker worker_;
};

}  // namespace

bool carries_alone(const RankPlan& plan, int threads) {
    return plan.solve.parts.front().device.kind == DeviceKind::gpu && threads > 1;
}

std::vector<int> roots_of(const std::vector<Range>& steps, const std::vector<Range>& parts) {
    const std::vector<std::size_t> all = owners(steps, parts);
    return {all.begin(), all.end()};
}

MpiPanels::Allocate panel_memory(const RankPlan& plan, DeviceMemory& memory) {
    if (plan.panels == PanelPlace::host) return allocate_host;
    return [&memory](std::size_t bytes) { return memory.allocate_panel(bytes); };
}

std::vector<MpiPanels*> RankWorker::panels() {
    std::vector<MpiPanels*> all;
    if (column_panels_) all.push_back(&*column_panels_);
    if (row_panels_) all.push_back(&*row_panels_);
    return all;
}

void RankWorker::compute(Range turns, const std::function<void(double)>& progress) {
    const std::vector<MpiPanels*> all = panels();
    CarriedException error;
    std::jthread computing([&, stop = stop_token()] {
        const StopScope scope(stop);
        omp_set_num_threads(threads_);  // a thread begins with the environment's number
        if (error.keep_from([&] { relax(turns, progress); })) return;
        for (MpiPanels* const each : all) each->stop();
    });
    carry(all, turns, own_processor_);
    computing.join();
    error.rethrow();
}

double RankWorker::sending_seconds() const {
    return (row_panels_ ? row_panels_->sending_seconds() : 0) +
           (column_panels_ ? column_panels_->sending_seconds() : 0);
}

std::unique_ptr<RankWorker> make_rank_worker(const Comm& comm, const RankPlan& plan, Matrix& matrix,
                                             int threads) {
    if (plan.in_tiles()) return std::make_unique<TileWorker>(comm, plan, threads);
    const bool has_rows = !plan.solve.parts.empty();
    MPI_Comm with_rows = comm.split(has_rows);
    if (!has_rows) return nullptr;
    return std::make_unique<RowsWorker>(with_rows, plan, matrix, threads);
}

}  // namespace apsp::mpi
