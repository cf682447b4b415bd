// Several devices, each in a thread of its own, or several pieces of memory of one.
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <thread>

#include "algorithms/shares.hpp"
#include "backends/backend.hpp"
#include "core/padding.hpp"
#include "core/shared_panels.hpp"
#include "core/solve_parts.hpp"
#include "core/stopwatch.hpp"

namespace apsp {
namespace {

/// One device's part: its engine, and what of the matrix it holds.
class Worker {
  public:
    Worker(const PartPlan& part, Matrix& matrix, std::size_t panel_rows)
        : part_(part), matrix_(matrix), panel_rows_(panel_rows) {}

    /// Opens the engine and brings it its rows; with memory for others' panels if there are any.
    void open(bool others) {
        engine_ = backend(part_.device.backend).open(part_.device, part_.engine);
        std::vector<Stripe> stripes;
        for (const Range rows : part_.stripes) stripes.push_back({rows, at(rows)});
        if (others) {
            for (HostMemory& memory : panels_) {
                if (engine_->in_place()) memory = allocate_host(panel_rows_ * row_bytes());
                stripes.push_back({{0, panel_rows_}, memory.get()});
            }
        }
        engine_->hold(stripes);
        if (engine_->in_place()) return;
        for (std::size_t s = 0; s < part_.stripes.size(); ++s) {
            engine_->put(s, part_.stripes[s], at(part_.stripes[s]), kNoMark);
        }
    }

    void compute(std::span<const Range> steps, Panels* panels,
                 const std::function<void(double)>& progress) {
        waited_ = kleene_share({*engine_, part_.stripes}, steps, matrix_.ld(), panels, progress);
        engine_->finish();
        seconds_ = engine_->compute_seconds();
    }

    void take_back() {
        const Mark end = engine_->mark();
        for (std::size_t s = 0; s < part_.stripes.size(); ++s) {
            engine_->get(s, part_.stripes[s], at(part_.stripes[s]), end);
        }
    }

    SolutionShare share() const {
        return {part_.device,
                {part_.stripes.front().first, std::min(part_.stripes.back().last, matrix_.n())},
                seconds_,
                waited_};
    }

  private:
    std::size_t row_bytes() const { return matrix_.ld() * size_of(matrix_.dtype()); }
    void* at(Range rows) const {
        return static_cast<unsigned char*>(matrix_.data()) + rows.first * row_bytes();
    }

    const PartPlan& part_;
    Matrix& matrix_;
    std::size_t panel_rows_;
    HostMemory panels_[2];
    std::unique_ptr<Engine> engine_;
    double seconds_ = 0;
    double waited_ = 0;
};

/// Calls f(worker) for each, all at once; the first to fail calls `failed` and is thrown.
template <class F>
void all_at_once(std::vector<Worker>& workers, const std::function<void()>& failed, F&& f) {
    std::exception_ptr error;
    std::once_flag first;
    const auto guarded = [&](std::size_t i) {
        try {
            f(workers[i], i);
        } catch (...) {
            std::call_once(first, [&] {
                error = std::current_exception();
                failed();
            });
        }
    };
    {
        std::vector<std::jthread> threads;
        for (std::size_t i = 1; i < workers.size(); ++i) threads.emplace_back(guarded, i);
        guarded(0);
    }
    if (error) std::rethrow_exception(error);
}

}  // namespace

void close_in_shares(const SolvePlan& plan, Matrix& matrix, const SolveOptions& options,
                     Solution& solution) {
    fill_padding(matrix, options.semiring);
    std::vector<Range> stripes;
    std::vector<Worker> workers;
    for (const PartPlan& part : plan.parts) {
        workers.emplace_back(part, matrix, plan.block);
        stripes.insert(stripes.end(), part.stripes.begin(), part.stripes.end());
    }
    const std::vector<Range> steps = panel_steps(stripes, plan.block);
    const bool several = workers.size() > 1;
    std::optional<SharedPanels> panels;
    if (several) {
        panels.emplace(plan.block * matrix.ld() * size_of(matrix.dtype()), workers.size() - 1);
    }
    const auto failed = [&] {
        if (panels) panels->fail();
    };

    Stopwatch watch;
    all_at_once(workers, failed, [&](Worker& worker, std::size_t) { worker.open(several); });
    solution.seconds.upload = watch.lap();
    all_at_once(workers, failed, [&](Worker& worker, std::size_t i) {
        worker.compute(steps, panels ? &*panels : nullptr,
                       i == 0 ? options.progress : std::function<void(double)>());
    });
    solution.seconds.compute = watch.lap();
    all_at_once(workers, failed, [](Worker& worker, std::size_t) { worker.take_back(); });
    solution.seconds.download = watch.lap();
    for (const Worker& worker : workers) solution.shares.push_back(worker.share());
}

}  // namespace apsp
