// A matrix in one piece on one device.
#include <fmt/core.h>

#include <optional>
#include <thread>
#include <utility>

#include "base/parallel_copy.hpp"
#include "graph/row_flow.hpp"
#include "paths/mend_paths.hpp"
#include "solve/device_matrix.hpp"
#include "solve/maker.hpp"
#include "statistics/statistics.hpp"

namespace apsp {
namespace {

class WholeMaker final : public Maker {
  public:
    using Maker::Maker;

    void open() override {
        Stopwatch watch;
        const std::size_t n = plan_.matrix.n;
        on_device_.emplace(plan_.device, plan_.engine);
        // Whether groups can wait for each other turns out on the device.
        if (engine().tiles() != nullptr) solution_.tile = engine().tiles()->tile();
        const bool in_place = on_device_->in_place();
        if (in_place) {
            distances() = take_matrix();
        } else if (!plan_.take_over) {
            distances() = Matrix(plan_.whole_matrix ? n : 0, n, dtype());
        }
        if (plan_.options.paths) predecessors_ = Matrix(n, Dtype::i32);
        on_device_->allocate(distances().data());
        seconds().build += watch.lap();
        on_device_->put(in_place ? rows_of(distances())
                                 : rows_of(graph_, dtype(), plan_.options.semiring));
        engine().finish();
        if (!plan_.keep_graph && !plan_.take_over) std::move(graph_).release();
        seconds().upload += watch.lap();
    }

    void close() override {
        std::jthread distances_touched, predecessors_touched;
        if (!plan_.device.shares_host_memory) {
            if (!plan_.take_over) {
                distances_touched = touch_beside(distances().data(), distances().bytes());
            }
            if (plan_.options.paths) {
                predecessors_touched = touch_beside(predecessors_.data(), predecessors_.bytes());
            }
        }
        close_matrix();
        if (plan_.pairs_to_tell && !all_are_told()) close_without_tensor_cores();
    }

    RowReductions reduce() override {
        const Stopwatch watch;
        auto reduced = engine().results()->reduce_rows(plan_.question(), plan_.matrix.n);
        reducing_seconds() += watch.seconds();
        return reduced;
    }

    void give(ResultRows& result) override {
        const Stopwatch watch;
        if (!on_device_->in_place() && plan_.take_over) distances() = std::move(graph_).release();
        on_device_->get([&](Range rows, const void* from) { result.take(rows, from); });
        seconds().download += watch.seconds();
    }

    Matrix find_predecessors() override {
        if (KeptWeights* const weights = engine().weights()) {
            const TightRule rule = tight_rule(graph_, distances());
            const bool circles = weights->predecessors(rule, predecessors_);
            const auto rows = rows_to_mend(distances(), rule, circles, predecessors_);
            complete_paths(graph_, distances(), rows, predecessors_);
        } else {
            const auto search = [&](const TightArcs& arcs, Matrix& found) {
                engine().results()->predecessors(arcs, found);
            };
            find_paths(distances(), find_tight_arcs(graph_, distances()), search, predecessors_);
        }
        return std::move(predecessors_);
    }

    ReleasedMemory leave() override { return on_device_->release(); }

  private:
    Engine& engine() { return on_device_->engine(); }

    void close_matrix() {
        on_device_->close(plan_.options.progress);
        seconds().compute += engine().compute_seconds();
    }

    /// Whether products on tensor cores have told all distances: what exceeds their limit is larger
    /// than that in the matrix, too, or no path.
    bool all_are_told() {
        const std::size_t n = plan_.matrix.n;
        const RowQuestion question(dtype());
        RowReductions rows = engine().results()->reduce_rows(question, n);
        if (rows.empty()) rows = reduce_rows(distances(), question, {0, n});
        const Summary told = summary_of(rows, true);
        return told.reachable_pairs + n == *plan_.pairs_to_tell &&
               told.max <= static_cast<double>(solution_.tensor_limit);
    }

    void close_without_tensor_cores() {
        EngineOptions options = plan_.engine;
        options.terms = 0;
        on_device_.reset();
        on_device_.emplace(plan_.device, options);
        on_device_->allocate(distances().data());
        on_device_->put(rows_of(graph_, dtype(), plan_.options.semiring));
        close_matrix();
        solution_.warnings.push_back(
            fmt::format("distances larger than {} were not expected: they were computed again "
                        "without tensor cores",
                        std::exchange(solution_.tensor_limit, 0)));
        solution_.variant = plan_.engine.variant;
    }

    Matrix predecessors_;  // a device may write to it until it has finished
    std::optional<DeviceMatrix> on_device_;
};

}  // namespace

std::unique_ptr<Maker> make_whole_maker(const SolvePlan& plan, Graph& graph, Solution& solution) {
    return std::make_unique<WholeMaker>(plan, graph, solution);
}

}  // namespace apsp
