// A matrix in a file, with checkpoints: streamed through the devices, or made row by row.
#include <fmt/core.h>

#include "base/parallel_copy.hpp"
#include "graph/fingerprint.hpp"
#include "graph/padding.hpp"
#include "graph/row_flow.hpp"
#include "solve/maker.hpp"
#include "solve/planned_rows.hpp"
#include "solve/stream_worker.hpp"
#include "solve/workspace.hpp"

namespace apsp {
namespace {

/// The name of a workspace, which states all that its stripes depend on.
std::string workspace_name(const Graph& graph, const SolvePlan& plan) {
    const PartPlan& part = plan.parts.front();
    return fmt::format(
        "apsp-ocl matrix 5: n = {}, {} arcs {:016x}, {} over {}, {} in stripes of {} rows, block "
        "{}, tile {}, {} variant {}",
        graph.vertices(), graph.arcs(), fingerprint(graph, {0, graph.vertices()}),
        name(plan.matrix.dtype), name(plan.engine.semiring), name(plan.engine.algorithm),
        part.stripes.front().size(), plan.block, part.memory.tile, part.device.backend,
        part.engine.variant);
}

class FileMaker final : public Maker {
  public:
    using Maker::Maker;

    void open() override {
        const Stopwatch watch;
        const SolveOptions& options = plan_.options;
        distances() = Matrix(plan_.matrix.n, dtype());
        workspace_.emplace(options.workspace, workspace_name(graph_, plan_), distances(), stripes(),
                           options.resume);
        if (!workspace_->resumed()) begin();
        seconds().upload += watch.seconds();
    }

    void close() override {
        if (plan_.layout == Layout::streamed) {
            stream_through_devices(plan_, *workspace_, solution_);
        } else {
            make_stripes();
        }
    }

    void give(ResultRows& result) override {
        Maker::give(result);
        workspace_.reset();
    }

    Matrix find_predecessors() override {
        for (std::size_t s = 0; s < stripes().size(); ++s) {
            if (!restored(s)) continue;
            throw Error(ErrorKind::usage,
                        "resume: the earlier solve had begun to turn costs into distances, from "
                        "which no predecessors can be found; solve anew, without resuming");
        }
        return Maker::find_predecessors();
    }

    bool restores() const override { return true; }

    /// Stripe by stripe, as one more round, so that after a kill no stripe is restored twice.
    void restore(const Restoration& restoration) override {
        for (std::size_t s = 0; s < stripes().size(); ++s) {
            if (restored(s)) continue;
            void* const to = workspace_->next(s);
            parallel_copy(to, workspace_->read(s), stripes()[s].size() * distances().row_bytes());
            const Range rows = without_padding(stripes()[s], plan_.matrix.n);
            if (rows.size() != 0) restore_rows(restoration, distances(), rows, to);
            workspace_->commit(s, stripes().size() + 1);
        }
    }

  private:
    const std::vector<Range>& stripes() const { return plan_.parts.front().stripes; }
    bool restored(std::size_t stripe) const {
        return workspace_->rounds(stripe) > stripes().size();
    }

    void begin() {
        const SolveOptions& options = plan_.options;
        if (options.resume) warn_of_nothing_to_resume();
        if (plan_.layout == Layout::streamed) {
            rows_of(graph_, dtype(), options.semiring)({0, plan_.matrix.n}, distances().data());
            fill_padding(distances(), options.semiring);
        }
        workspace_->begin();
    }

    /// Makes the rows stripe by stripe, in one round.
    void make_stripes() {
        const std::vector<std::uint32_t> all = vertices_in({0, plan_.matrix.n});
        PlannedRows made(plan_, graph_, solution_);
        for (std::size_t s = 0; s < stripes().size(); ++s) {
            if (workspace_->rounds(s) != 0) continue;
            const Range rows = without_padding(stripes()[s], all.size());
            if (rows.size() != 0) {
                made.make(std::span(all).subspan(rows.first, rows.size()), workspace_->next(s));
            }
            workspace_->commit(s, 1);
            tell(plan_.options.progress,
                 static_cast<double>(s + 1) / static_cast<double>(stripes().size()));
        }
    }

    std::optional<Workspace> workspace_;
};

}  // namespace

std::unique_ptr<Maker> make_file_maker(const SolvePlan& plan, Graph& graph, Solution& solution) {
    return std::make_unique<FileMaker>(plan, graph, solution);
}

}  // namespace apsp
