// See rank_solve.hpp.
#include "mpi/rank_solve.hpp"

#include <algorithm>
#include <optional>

#include "base/stopwatch.hpp"
#include "mpi/failure.hpp"
#include "mpi/rank_worker.hpp"
#include "solve/planned_rows.hpp"

namespace apsp::mpi {
namespace {

/// The first step that a checkpoint of so many pivots does not include.
std::size_t first_step(const std::vector<Range>& steps, std::size_t pivots) {
    const auto found =
        std::ranges::find_if(steps, [&](const Range& step) { return step.last > pivots; });
    return static_cast<std::size_t>(found - steps.begin());
}

/// Runs the steps from `first` on, with checkpoints between them.
void relax(const Comm& comm, const RankPlan& plan, RankWorker* worker, std::size_t first,
           Checkpoints* checkpoints, const std::function<void(double)>& progress,
           RankSeconds& seconds) {
    const std::size_t all = plan.parts.steps.size();
    Range turns = {first, first};
    double took = 0, since = 0;  // seconds of the last steps, and of all since the last checkpoint
    while (turns.last < all) {
        const std::size_t next =
            checkpoints == nullptr ? all : checkpoints->steps_until_next(since, took, turns.size());
        turns = {turns.last, turns.last + std::min(next, all - turns.last)};
        Stopwatch watch;
        try {
            if (worker != nullptr) worker->compute(turns, progress);
        } catch (...) {
            abort_job(comm, std::current_exception());  // others wait for its panels
        }
        comm.meet();
        took = watch.lap();
        seconds.compute += took;
        since += took;
        if (turns.last == all) return;
        if (!checkpoints->due(since)) continue;
        checkpoints->write(plan.parts.steps[turns.last].first, [&](const RowSink& sink) {
            if (worker != nullptr) worker->give(sink);
        });
        seconds.checkpoints += watch.lap();
        since = 0;
    }
}

/// Reductions of all rows, of which this rank has its own, by `reduce`; none if a device leaves its
/// rows to the host.
template <class Reduce>
std::vector<RowReduction> reduce_rows(const Comm& comm, const RankPlan& plan,
                                      const Reduce& reduce) {
    std::vector<RowReduction> all(plan.solve.matrix.n), own;
    together(comm, [&] { own = reduce(); });
    if (!comm.all(own.size() == plan.own().size())) return {};
    std::ranges::copy(own, all.begin() + static_cast<std::ptrdiff_t>(plan.own().first));
    return all;
}

}  // namespace

RankSeconds close_rank(const Comm& comm, const RankPlan& plan, RowSource source, Matrix& matrix,
                       const RankResults& results, Checkpoints* checkpoints, std::size_t threads,
                       const std::function<void(double)>& progress) {
    RankSeconds seconds;
    Stopwatch watch;
    const auto worker = make_rank_worker(comm, plan, matrix, threads);
    const std::size_t done = checkpoints == nullptr ? 0 : checkpoints->pivots();
    together(comm, [&] {
        if (worker) worker->open(done == 0 ? source : checkpoints->rows());
    });
    together(comm, [&] {
        if (worker) worker->connect();
    });
    source = nullptr;
    seconds.open = watch.lap();
    relax(comm, plan, worker.get(), first_step(plan.parts.steps, done), checkpoints, progress,
          seconds);
    watch.lap();
    bool stay = false;
    if (results.reduced != nullptr) {
        *results.reduced = reduce_rows(comm, plan, [&] {
            return worker ? worker->reduce_rows() : std::vector<RowReduction>();
        });
        stay = !results.reduced->empty();
    }
    try {
        if (worker && !stay) worker->give(results.sink);
    } catch (...) {
        abort_job(comm, std::current_exception());  // others wait for its columns
    }
    comm.meet();
    seconds.download = watch.lap();
    if (results.closed) {
        results.closed(worker ? worker->predecessor_search() : PredecessorSearch());
    }
    if (worker) {
        seconds.own_compute = worker->share().compute;
        seconds.waiting = worker->share().waiting;
        seconds.sending = worker->sending_seconds();
        worker->disconnect();
    }
    comm.meet();
    return seconds;
}

RankSeconds make_rank_rows(const Comm& comm, const RankPlan& plan, const Graph& graph,
                           Matrix& matrix, bool keeps, const RankResults& results,
                           const std::function<void(double)>& progress) {
    RankSeconds seconds;
    Stopwatch watch;
    Solution notes;
    const Range own = plan.own();
    std::optional<PlannedRows> made;
    together(comm, [&] {
        if (own.size() != 0) made.emplace(plan.solve, graph, notes);
    });
    if (results.reduced != nullptr) {
        *results.reduced = reduce_rows(comm, plan, [&] {
            return made ? made->reduce(own, progress) : std::vector<RowReduction>();
        });
    }
    const bool stay = results.reduced != nullptr && !results.reduced->empty();
    together(comm, [&] {
        if (!made || stay) return;
        const std::vector<std::uint32_t> all = all_vertices(matrix.n());
        const std::size_t most = std::min(made->batch(), own.size());
        Matrix batch(keeps ? 0 : most, matrix.n(), matrix.dtype());
        for (Range some = {own.first, own.first}; some.last < own.last;) {
            some = {some.last, std::min(some.last + most, own.last)};
            void* const rows = keeps ? matrix.row_data(some.first) : batch.data();
            made->make(std::span(all).subspan(some.first, some.size()), rows);
            results.sink(some, rows);
            tell(progress,
                 static_cast<double>(some.last - own.first) / static_cast<double>(own.size()));
        }
    });
    seconds.open = notes.seconds.build;
    seconds.own_compute = notes.seconds.compute;
    seconds.compute = watch.lap() - seconds.open;
    return seconds;
}

}  // namespace apsp::mpi
