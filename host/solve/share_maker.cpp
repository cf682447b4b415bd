// Several devices, each with some rows, or several pieces of memory of one.
#include <deque>
#include <optional>

#include "algorithms/distribution.hpp"
#include "base/all_at_once.hpp"
#include "graph/padding.hpp"
#include "graph/row_flow.hpp"
#include "solve/maker.hpp"
#include "solve/share_worker.hpp"
#include "solve/shared_panels.hpp"
#include "statistics/statistics.hpp"

namespace apsp {
namespace {

class ShareMaker final : public Maker {
  public:
    ShareMaker(const SolvePlan& plan, Graph& graph, Solution& solution)
        : Maker(plan, graph, solution), several_(plan.parts.size() > 1), half_(plan.half_shares) {
        std::vector<Range> stripes;
        for (const PartPlan& part : plan.parts) {
            workers_.emplace_back(part, plan.matrix, Range{0, plan.matrix.ld}, plan.block);
            rows_.push_back({part.stripes.front().first, part.stripes.back().last});
            stripes.insert(stripes.end(), part.stripes.begin(), part.stripes.end());
        }
        steps_ = panel_steps(stripes, plan.block);
    }

    void open() override {
        Stopwatch watch;
        RowSource source;
        if (plan_.take_over) {
            distances() = take_matrix();
            source = rows_of(distances());
        } else {
            const std::size_t n = plan_.matrix.n;
            distances() = Matrix(plan_.whole_matrix ? n : 0, n, dtype());
            source = rows_of(plan_.keep_graph ? graph_ : std::move(graph_), dtype(),
                             plan_.options.semiring);
        }
        seconds().build += watch.lap();
        // Devices that share the host's memory work in the matrix of distances.
        Matrix* const host = distances().rows() != 0 ? &distances() : nullptr;
        all_at_once(workers_.size(), {}, [&](std::size_t i) {
            workers_[i].open(several_, false, host, half_);
            workers_[i].put(source);
        });
        source = nullptr;
        open_panels();
        seconds().upload += watch.lap();
    }

    void close() override {
        const Stopwatch watch;
        const auto failed = [&] {
            if (panels_) panels_->fail();
            for (SharedPanels& each : columns_) each.fail();
        };
        all_at_once(workers_.size(), failed, [&](std::size_t i) {
            SharedPanels* const row_panels = panels_ ? &*panels_ : nullptr;
            std::vector<SymmetricShare::Above> above;
            for (std::size_t k = 0; half_ && k < i; ++k) above.push_back({rows_[k], &columns_[k]});
            workers_[i].compute(steps_, {0, steps_.size()}, row_panels,
                                half_ ? &columns_[i] : nullptr,
                                i == 0 ? plan_.options.progress : Progress(), above);
        });
        seconds().compute += watch.seconds();
        for (const ShareWorker& worker : workers_) {
            solution_.shares.push_back(worker.share());
            solution_.shares.back().panels = plan_.panels;
        }
    }

    RowReductions reduce() override {
        const Stopwatch watch;
        const RowQuestion question = plan_.question();
        std::vector<RowReductions> own(workers_.size());
        all_at_once(workers_.size(), {},
                    [&](std::size_t i) { own[i] = workers_[i].reduce_rows(question); });
        RowReductions all = no_reductions(question, plan_.matrix.n);
        for (std::size_t i = 0; i < own.size(); ++i) {
            if (own[i].empty()) return {};
            all.put(rows_[i].first, own[i]);
        }
        reducing_seconds() += watch.seconds();
        return all;
    }

    void give(ResultRows& result) override {
        const Stopwatch watch;
        const RowSink take = [&](Range rows, const void* from) { result.take(rows, from); };
        if (plan_.in_batches()) {
            for (ShareWorker& worker : workers_) worker.get(take);
        } else {
            all_at_once(workers_.size(), {}, [&](std::size_t i) { workers_[i].get(take); });
        }
        seconds().download += watch.seconds();
    }

  private:
    PredecessorSearch predecessor_search() override {
        if (!plan_.parts.front().engine.paths) return {};
        return [&](const TightArcs& arcs, Matrix& found) {
            all_at_once(workers_.size(), {},
                        [&](std::size_t i) { workers_[i].predecessors(arcs, found); });
        };
    }

    std::size_t panel_bytes() const { return plan_.block * plan_.matrix.ld * size_of(dtype()); }
    std::size_t column_bytes(std::size_t i) const {
        return plan_.block * padded(rows_[i].size()) * size_of(dtype());
    }

    void open_panels() {
        const bool there = plan_.panels == PanelPlace::device;
        const auto memory = [&](std::size_t i, std::size_t bytes) -> std::shared_ptr<void> {
            if (!there) return allocate_host(bytes);
            return workers_[i].memory().allocate_panel(bytes);
        };
        const std::size_t engines = workers_.size();
        if (several_) {
            panels_.emplace(there ? engines : 1,
                            there ? owners(steps_, rows_) : std::vector<std::size_t>(), engines - 1,
                            [&](std::size_t i) { return memory(i, panel_bytes()); });
        }
        for (std::size_t i = 0; half_ && i < engines; ++i) {
            columns_.emplace_back(1, std::vector<std::size_t>(), 1,
                                  [&](std::size_t) { return memory(i, column_bytes(i)); });
        }
        for (std::size_t k = 0; there && k < engines; ++k) {
            for (std::size_t i = 0; i < engines; ++i) workers_[k].memory().reach(panels_->of(i));
            for (const SharedPanels& each : columns_) workers_[k].memory().reach(each.of(0));
        }
    }

    bool several_, half_;
    std::vector<Range> rows_, steps_;
    std::vector<ShareWorker> workers_;
    std::optional<SharedPanels> panels_;
    std::deque<SharedPanels> columns_;  // of each engine, for those that have rows below its own
};

}  // namespace

std::unique_ptr<Maker> make_share_maker(const SolvePlan& plan, Graph& graph, Solution& solution) {
    return std::make_unique<ShareMaker>(plan, graph, solution);
}

}  // namespace apsp
