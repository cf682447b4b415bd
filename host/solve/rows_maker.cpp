// Rows that devices make of the graph: all, or those that are asked for.
#include <optional>
#include <thread>

#include "base/parallel_copy.hpp"
#include "solve/find_paths.hpp"
#include "solve/maker.hpp"
#include "solve/planned_rows.hpp"

namespace apsp {
namespace {

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
        seconds().build += watch.seconds();
        made_.emplace(plan_, graph_, solution_);
    }

    void close() override {}  // Each row is made as it is given.

    RowReductions reduce() override {
        return plan_.whole_matrix ? RowReductions()
                                  : made_->reduce({0, plan_.matrix.n}, plan_.options.progress);
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
    std::optional<PlannedRows> made_;
    std::jthread touching_;
};

}  // namespace

std::unique_ptr<Maker> make_row_maker(const SolvePlan& plan, Graph& graph, Solution& solution) {
    return std::make_unique<RowsMaker>(plan, graph, solution);
}

}  // namespace apsp
