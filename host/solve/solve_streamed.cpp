// A matrix that is larger than the devices, streamed through them from the host's memory or a file.
#include <fmt/core.h>

#include <algorithm>

#include "algorithms/stripe_turns.hpp"
#include "base/all_at_once.hpp"
#include "base/parallel_copy.hpp"
#include "base/stopwatch.hpp"
#include "graph/fingerprint.hpp"
#include "graph/padding.hpp"
#include "solve/solve_by_rows.hpp"
#include "solve/solve_parts.hpp"
#include "solve/stream_worker.hpp"
#include "solve/workspace.hpp"

namespace apsp {
namespace {

/// The stripes of a matrix in the host's memory.
class HostStripes final : public StripeStore {
  public:
    HostStripes(Matrix& matrix, const std::vector<Range>& stripes)
        : matrix_(matrix), stripes_(stripes), rounds_(stripes.size(), 0) {}

    const void* read(std::size_t stripe) const override { return at(stripe); }
    void* next(std::size_t stripe) override { return at(stripe); }
    void commit(std::size_t stripe, std::size_t rounds) override { rounds_[stripe] = rounds; }
    std::size_t rounds(std::size_t stripe) const override { return rounds_[stripe]; }

  private:
    void* at(std::size_t stripe) const { return matrix_.row_data(stripes_[stripe].first); }

    Matrix& matrix_;
    const std::vector<Range>& stripes_;
    std::vector<std::size_t> rounds_;
};

/// The name of a workspace, which states all that its stripes depend on.
std::string name_of(const Graph& graph, const SolvePlan& plan) {
    const PartPlan& part = plan.parts.front();
    return fmt::format(
        "apsp-ocl matrix 5: n = {}, {} arcs {:016x}, {} over {}, {} in stripes of {} rows, block "
        "{}, tile {}, {} variant {}",
        graph.vertices(), graph.arcs(), fingerprint(graph, {0, graph.vertices()}),
        name(plan.matrix.dtype), name(plan.engine.semiring), name(plan.engine.algorithm),
        part.stripes.front().size(), plan.block, part.memory.tile, part.device.backend,
        part.engine.variant);
}

/// All devices at the same time, each in a thread of its own.
void run_engines(const SolvePlan& plan, StripeStore& store, Solution& solution) {
    const std::size_t count = plan.parts.size();
    SharedTurns turns(store, plan.parts.front().stripes.size(), count);
    std::vector<double> seconds(count);
    solution.shares.resize(count);
    all_at_once(
        count, [&] { turns.fail(); },
        [&](std::size_t i) {
            StreamWorker worker(plan.parts[i], plan.matrix, count);
            worker.run(turns, i == 0 ? plan.options.progress : Progress());
            seconds[i] = worker.seconds();
            solution.shares[i] = worker.share();
        });
    solution.seconds.compute = std::ranges::max(seconds);
}

/// Makes the rows stripe by stripe, in one round.
void make_stripes(const SolvePlan& plan, const Graph& graph, StripeStore& store,
                  Solution& solution) {
    const std::vector<Range>& stripes = plan.parts.front().stripes;
    const std::vector<std::uint32_t> all = all_vertices(plan.matrix.n);
    PlannedRows made(plan, graph, solution);
    for (std::size_t s = 0; s < stripes.size(); ++s) {
        if (store.rounds(s) != 0) continue;
        const Range rows = without_padding(stripes[s], all.size());
        if (rows.size() != 0) {
            made.make(std::span(all).subspan(rows.first, rows.size()), store.next(s));
        }
        store.commit(s, 1);
        tell(plan.options.progress,
             static_cast<double>(s + 1) / static_cast<double>(stripes.size()));
    }
}

/// Whether some stripes have been restored.
bool restoring(const Workspace& workspace, const SolvePlan& plan) {
    const std::size_t stripes = plan.parts.front().stripes.size();
    for (std::size_t s = 0; s < stripes; ++s) {
        if (workspace.rounds(s) > stripes) return true;
    }
    return false;
}

/// Restores stripe by stripe, as one more round, so that after a kill no stripe is restored twice.
void restore(const Restoration& restoration, const SolvePlan& plan, const Matrix& matrix,
             Workspace& workspace) {
    const std::vector<Range>& stripes = plan.parts.front().stripes;
    for (std::size_t s = 0; s < stripes.size(); ++s) {
        if (workspace.rounds(s) > stripes.size()) continue;
        void* const to = workspace.next(s);
        parallel_copy(to, workspace.read(s), stripes[s].size() * matrix.row_bytes());
        const Range rows = without_padding(stripes[s], matrix.n());
        if (rows.size() != 0) restore_rows(restoration, matrix, rows, to);
        workspace.commit(s, stripes.size() + 1);
    }
}

}  // namespace

void close_streamed(const SolvePlan& plan, Matrix& matrix, Solution& solution) {
    fill_padding(matrix, plan.engine.semiring);
    HostStripes store(matrix, plan.parts.front().stripes);
    run_engines(plan, store, solution);
}

Matrix close_in_workspace(const SolvePlan& plan, const Graph& graph, const Restoration* restoration,
                          const std::function<void(Matrix&)>& closed, Solution& solution) {
    Stopwatch watch;
    const SolveOptions& options = plan.options;
    Matrix matrix(plan.matrix.n, plan.matrix.dtype);
    Workspace workspace(options.workspace, name_of(graph, plan), matrix, plan.parts.front().stripes,
                        options.resume);
    if (!workspace.resumed()) {
        if (options.resume) {
            solution.warnings.push_back(
                fmt::format("workspace {}: found nothing to resume; the solve started anew",
                            options.workspace.string()));
        }
        if (plan.layout == Layout::streamed) {
            rows_of(graph, plan.matrix.dtype, options.semiring)({0, plan.matrix.n}, matrix.data());
            fill_padding(matrix, options.semiring);
        }
        workspace.begin();
    }
    solution.seconds.upload = watch.lap();
    if (plan.layout == Layout::streamed) {
        run_engines(plan, workspace, solution);
    } else {
        make_stripes(plan, graph, workspace, solution);
    }
    if (restoration != nullptr && options.paths && restoring(workspace, plan)) {
        throw Error(ErrorKind::usage,
                    "resume: the earlier solve had begun to turn costs into distances, from which "
                    "no predecessors can be found; solve anew, without resuming");
    }
    closed(matrix);
    if (restoration != nullptr) restore(*restoration, plan, matrix, workspace);
    return matrix;
}

}  // namespace apsp
