// Rows that devices make of the graph: all, or those that are asked for.
#include <fmt/core.h>

#include <optional>
#include <thread>

#include "base/checksum.hpp"
#include "base/parallel_copy.hpp"
#include "graph/fingerprint.hpp"
#include "solve/maker.hpp"
#include "solve/planned_rows.hpp"

namespace apsp {
namespace {

/// The name of a journal of reductions, which states all that they depend on.
std::string journal_name(const Graph& graph, const SolvePlan& plan) {
    const StatisticsOptions& asked = plan.options.statistics_options;
    const auto sum = [](const std::vector<double>& numbers) {
        return checksum(numbers.data(), numbers.size() * sizeof(double));
    };
    return fmt::format(
        "apsp-ocl statistics 1: n = {}, {} arcs {:016x}, {} by {}{}{}, {} bounds "
        "{:016x}, {} weights {:016x}",
        graph.vertices(), graph.arcs(), fingerprint(graph, {0, graph.vertices()}),
        name(plan.matrix.dtype), name(plan.engine.algorithm), asked.harmonic ? ", harmonic" : "",
        asked.within ? ", within" : "", asked.bounds.size(), sum(asked.bounds),
        asked.weights.size(), sum(asked.weights));
}

class RowsMaker final : public Maker {
  public:
    using Maker::Maker;

    void open() override {
        const Stopwatch watch;
        if (plan_.whole_matrix) {
            distances() = Matrix(plan_.matrix.n, dtype());
            const bool on_devices = std::ranges::any_of(
                plan_.parts, [](const PartPlan& part) { return part.sweep.has_value(); });
            if (on_devices) touching_ = touch_beside(distances().data(), distances().bytes());
        }
        if (const SolveOptions& options = plan_.options; !options.workspace.empty()) {
            checkpoints_.emplace(options.workspace, journal_name(graph_, plan_), plan_.question(),
                                 plan_.matrix.n, options.resume);
            if (options.resume && !checkpoints_->resumed()) warn_of_nothing_to_resume();
        }
        seconds().build += watch.seconds();
        made_.emplace(plan_, graph_, solution_);
    }

    RowReductions reduce() override {
        return plan_.whole_matrix ? RowReductions()
                                  : made_->reduce({0, plan_.matrix.n}, plan_.options.progress,
                                                  checkpoints_ ? &*checkpoints_ : nullptr);
    }

    void give(ResultRows& result) override {
        if (plan_.whole_matrix) {
            made_->make_all(
                distances(), [&](Range rows, const void* from) { result.take(rows, from); },
                plan_.options.progress, plan_.options.paths ? &beside_ : nullptr);
        } else {
            seconds().download += result.take_made(
                made_->batch(), [&](auto vertices, void* to) { made_->make(vertices, to); });
        }
        made_.reset();
        touching_ = {};
    }

    ReleasedMemory leave() override { return made_->make_all_there(plan_.options.progress); }

    Matrix find_predecessors() override {
        if (beside_.lack.empty()) return Maker::find_predecessors();
        complete_paths(graph_, distances(), beside_.lack, beside_.predecessors);
        return std::move(beside_.predecessors);
    }

  private:
    PathsBeside beside_{graph_, {}, {}};
    std::optional<SumCheckpoints> checkpoints_;
    std::optional<PlannedRows> made_;
    std::jthread touching_;
};

}  // namespace

std::unique_ptr<Maker> make_row_maker(const SolvePlan& plan, Graph& graph, Solution& solution) {
    return std::make_unique<RowsMaker>(plan, graph, solution);
}

}  // namespace apsp
