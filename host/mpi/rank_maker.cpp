// See rank_maker.hpp.
#include "mpi/rank_maker.hpp"

#include <algorithm>
#include <optional>

#include "base/stopwatch.hpp"
#include "graph/row_flow.hpp"
#include "mpi/failure.hpp"
#include "mpi/rank_results.hpp"
#include "mpi/rank_worker.hpp"
#include "solve/planned_rows.hpp"

namespace apsp::mpi {
namespace {

/// What the layouts have in common.
class RankMaker : public Maker {
  public:
    RankMaker(const Ranks& comm, const RankPlan& plan, Graph& graph, Solution& solution)
        : Maker(plan.solve, graph, solution), comm_(comm), ranked_(plan) {}

    ResultRows::Coming coming() const override {
        using enum ResultRows::Coming;
        return ranked_.wanted.keeps_rows ? all_to_stay : all;
    }

    Matrix find_predecessors() override {
        return find_rank_paths(comm_, ranked_, graph_, distances(), predecessor_search());
    }

    RowReductions reduce() override {
        const Stopwatch watch;
        RowReductions all = no_reductions(plan_.question(), plan_.matrix.n), own;
        together(comm_, [&] { own = reduce_own(); });
        seconds_of_reducing() += watch.seconds();
        if (!comm_.all(own.rows.size() == ranked_.own().size())) return {};
        all.put(ranked_.own().first, own);
        return all;
    }

  protected:
    /// The reductions of this rank's rows, or nothing if its device leaves them to the host.
    virtual RowReductions reduce_own() = 0;
    virtual double& seconds_of_reducing() { return reducing_seconds(); }

    const Ranks& comm_;
    const RankPlan& ranked_;
};

/// By steps, with checkpoints between them.
class StepMaker final : public RankMaker {
  public:
    StepMaker(const Ranks& comm, const RankPlan& plan, Graph& graph, Checkpoints* checkpoints,
              Solution& solution, RankSeconds& own)
        : RankMaker(comm, plan, graph, solution), checkpoints_(checkpoints), own_(own) {}

    void open() override {
        Stopwatch watch;
        together(comm_, [&] { distances() = Matrix(plan_.matrix.n, dtype()); });
        RowSource source =
            rows_of(plan_.keep_graph ? graph_ : std::move(graph_), dtype(), plan_.options.semiring);
        seconds().build += watch.lap();
        const bool has_rows = !plan_.parts.empty();
        Comm down = comm_.split(has_rows ? static_cast<int>(ranked_.col()) : MPI_UNDEFINED);
        if (has_rows) worker_.emplace(comm_, std::move(down), ranked_, distances());
        done_ = checkpoints_ == nullptr ? 0 : checkpoints_->pivots();
        together(comm_, [&] {
            if (worker_) worker_->open(done_ == 0 ? source : checkpoints_->rows());
        });
        together(comm_, [&] {
            if (worker_) worker_->connect();
            // The last rank that lets go of a shared graph returns its pages to the system: a
            // second for 16 GiB. The others would wait for that within a step.
            source = nullptr;
        });
        seconds().upload += watch.seconds();
    }

    void close() override {
        const std::vector<Range>& steps = ranked_.parts.steps;
        const auto first = std::ranges::find_if(
            steps, [&](const Range& step) { return step.last > done_; });  // not in a checkpoint
        const auto begin = static_cast<std::size_t>(first - steps.begin());
        Range turns = {begin, begin};
        double took = 0, since = 0;  // of the last steps; of all since the last checkpoint
        while (turns.last < steps.size()) {
            const std::size_t next =
                checkpoints_ == nullptr ? steps.size()
                                        : checkpoints_->steps_until_next(since, took, turns.size());
            turns = {turns.last, turns.last + std::min(next, steps.size() - turns.last)};
            Stopwatch watch;
            // Others wait for its panels.
            or_abort([&] { worker_->compute(turns, plan_.options.progress); });
            comm_.meet();
            took = watch.lap();
            seconds().compute += took;
            since += took;
            if (turns.last == steps.size()) return;
            if (!checkpoints_->due(since)) continue;
            checkpoints_->write(steps[turns.last].first, [&](const RowSink& sink) {
                if (worker_) worker_->give(sink);
            });
            own_.checkpoints += watch.lap();
            since = 0;
        }
    }

    void give(ResultRows& result) override {
        const Stopwatch watch;
        // Others wait for its columns.
        or_abort(
            [&] { worker_->give([&](Range rows, const void* from) { result.take(rows, from); }); });
        comm_.meet();
        seconds().download += watch.seconds();
    }

    void end() override {
        if (worker_) {
            const SolutionShare share = worker_->share();
            own_.compute = share.compute;
            own_.waiting = share.waiting;
            own_.sending = worker_->sending_seconds();
            worker_->disconnect();
        }
        comm_.meet();
        worker_.reset();
    }

  private:
    RowReductions reduce_own() override {
        return worker_ ? worker_->reduce_rows() : RowReductions();
    }
    PredecessorSearch predecessor_search() override {
        return worker_ ? worker_->predecessor_search() : PredecessorSearch();
    }

    /// For a rank with rows.
    template <class Work>
    void or_abort(const Work& work) {
        try {
            if (worker_) work();
        } catch (...) {
            abort_job(comm_, std::current_exception());
        }
    }

    Checkpoints* checkpoints_;
    RankSeconds& own_;
    std::size_t done_ = 0;              // pivots
    std::optional<RankWorker> worker_;  // of a rank with rows
};

/// From the graph.
class RankRowsMaker final : public RankMaker {
  public:
    RankRowsMaker(const Ranks& comm, const RankPlan& plan, Graph& graph, Solution& solution,
                  RankSeconds& own)
        : RankMaker(comm, plan, graph, solution), own_(own) {}

    ResultRows::Coming coming() const override {
        return names_rows() ? ResultRows::Coming::wanted : RankMaker::coming();
    }

    void open() override {
        together(comm_, [&] {
            if (ranked_.wanted.keeps_rows) distances() = Matrix(plan_.matrix.n, dtype());
            if (ranked_.own().size() != 0) made_.emplace(plan_, graph_, notes_);
        });
        seconds().build += notes_.seconds.build;
    }

    void give(ResultRows& result) override {
        const Stopwatch watch;
        together(comm_, [&] {
            if (names_rows()) {
                result.take_made(made_ ? made_->batch() : 0,
                                 [&](auto vertices, void* to) { made_->make(vertices, to); });
                return;
            }
            if (!made_) return;
            const Range own = ranked_.own();
            const bool keeps = ranked_.wanted.keeps_rows;
            const std::size_t most = std::min(made_->batch(), own.size());
            Matrix batch(keeps ? 0 : most, plan_.matrix.n, dtype());
            for (Range some = {own.first, own.first}; some.last < own.last;) {
                some = {some.last, std::min(some.last + most, own.last)};
                void* const rows = keeps ? distances().row_data(some.first) : batch.data();
                made_->make(vertices_in(some), rows);
                result.take(some, rows);
                tell(plan_.options.progress,
                     static_cast<double>(some.last - own.first) / static_cast<double>(own.size()));
            }
        });
        seconds().compute += watch.seconds();
    }

    void end() override { own_.compute = notes_.seconds.compute; }

  private:
    RowReductions reduce_own() override {
        return made_ ? made_->reduce(ranked_.own(), plan_.options.progress) : RowReductions();
    }
    double& seconds_of_reducing() override { return seconds().compute; }
    /// Whether only some rows are made.
    bool names_rows() const { return !plan_.options.rows.empty(); }

    RankSeconds& own_;
    Solution notes_;  // whose seconds are this rank's alone
    std::optional<PlannedRows> made_;
};

}  // namespace

std::unique_ptr<Maker> make_rank_maker(const Ranks& comm, const RankPlan& plan, Graph& graph,
                                       Checkpoints* checkpoints, Solution& solution,
                                       RankSeconds& seconds) {
    if (plan.by_rows()) {
        return std::make_unique<RankRowsMaker>(comm, plan, graph, solution, seconds);
    }
    return std::make_unique<StepMaker>(comm, plan, graph, checkpoints, solution, seconds);
}

}  // namespace apsp::mpi
