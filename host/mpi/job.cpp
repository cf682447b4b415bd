// See job.hpp. Rank 0 alone prints, in the form of apsp-ocl.
#include "mpi/job.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <memory>

#include "apsp/apsp.hpp"
#include "base/files.hpp"
#include "base/stopwatch.hpp"
#include "base/team.hpp"
#include "cli/progress.hpp"
#include "cli/report.hpp"
#include "cli/vertex_list.hpp"
#include "mpi/failure.hpp"
#include "mpi/node.hpp"
#include "mpi/rank_maker.hpp"
#include "mpi/rank_results.hpp"
#include "mpi/share_graph.hpp"
#include "negative/negative_cycle.hpp"
#include "negative/restoration.hpp"
#include "platform/shared.hpp"

namespace apsp::mpi {
namespace {

struct RankShare {
    Range rows;
    std::size_t device;
    RankSeconds seconds;
    Text host, name;
};

/// The ranks, each with its rows of the plan.
class RankGroup final : public ProcessGroup {
  public:
    RankGroup(const Comm& comm, const RankPlan& plan) : comm_(comm), plan_(plan) {}

    bool alone() const override { return false; }
    Range own(std::size_t) const override { return plan_.own(); }
    void together(const std::function<void()>& work) const override { mpi::together(comm_, work); }
    Summary add_up(const Summary& own) const override { return apsp::add_up(comm_.gather(own)); }
    void complete(RowReductions& reduced) const override {
        const std::vector<std::size_t> bounds = plan_.row_bounds();
        comm_.complete(reduced.rows.data(), bounds, sizeof(RowReduction));
        for (double& total : reduced.totals) total = comm_.sum(total);
        if (reduced.within.empty()) return;
        comm_.complete(reduced.within.data(), bounds, reduced.totals.size() * sizeof(double));
    }

  private:
    const Comm& comm_;
    const RankPlan& plan_;
};

/// One solve by all ranks, which call its functions in the same order.
class Job {
  public:
    Job(const Comm& comm, JobFields& asked) : comm_(comm), asked_(asked) {}

    void run() {
        phase("reading");
        read();
        phase("planning");
        give_potentials();
        plan();
        phase("solving");
        solve();
        phase("verifying");
        check();
        phase("writing");
        const bool right = !report_.verification || report_.verification->ok;
        if (right) write();
        report_.total_seconds = total_.seconds();
        line_.reset();
        if (comm_.first() && (asked_.json || !cli::is_quiet())) print(report_);
        together(comm_, [&] {
            if (right) return;
            throw Error(ErrorKind::verification,
                        "verification failed: " + report_.verification->failure);
        });
    }

  private:
    /// Shown by one rank for all.
    void phase(const char* name) {
        line_.reset();
        const auto n = static_cast<double>(report_.graph.n);
        if (comm_.first()) line_.emplace(name, n * n, "distances");
    }

    std::function<void(double)> progress() {
        return line_ ? line_->callback() : std::function<void(double)>();
    }

    /// Reads the options that need devices, and the graph.
    void read() {
        const std::optional<GeneratedInput>& input = asked_.generated;
        together(comm_, [&] {
            cli::naming_variable([&] {
                report_.devices =
                    limited({device_in_turn(list_devices(), asked_.devices.one, comm_.node)},
                            asked_.options);
            });
            const auto ranks = static_cast<std::size_t>(comm_.size());
            if (!asked_.grid.empty()) wanted_.grid = parse_grid(asked_.grid, ranks);
            wanted_.checkpoints = !asked_.checkpoints.folder.empty();
        });
        check_same_input(input ? to_text(*input) : asked_.graph.file);
        for (const std::string& path : {asked_.output, asked_.paths_output}) {
            if (!path.empty()) check_output(comm_, path);
        }
        if (input) {
            graph_ = generate_together(comm_, *input);
        } else {
            GraphFile file = read_once(comm_, [&] {
                const std::string_view who = comm_.first() ? "apsp-ocl-mpi" : "";
                return cli::load_graph(asked_.graph, who);
            });
            check_same_graph(comm_, file);
            graph_ = std::move(file.graph);
            report_.labels = std::move(file.labels);
        }
        together(comm_, [&] {
            chosen_ = cli::parse_vertices(asked_.rows, report_.labels, graph_.vertices(), "--rows");
            cli::read_vertex_weights_of(asked_, report_.labels, graph_.vertices());
        });
        const bool paths = asked_.options.paths, statistics = asked_.options.statistics;
        if (!paths && !statistics) asked_.options.rows = chosen_;  // no others are kept
        wanted_.keeps_rows = paths || (!some_rows() && (asked_.verify || !asked_.output.empty()));
        asked_.options.keep_distances = true;
        report_.read_seconds = watch_.lap();
        report_.device_chosen = !asked_.devices.chosen();
        report_.graph = cli::GraphFacts(graph_, asked_.from_file());
    }

    /// Compares the inputs' names.
    void check_same_input(const std::string& input) const {
        const std::uint64_t own = fnv1a(input);
        const std::vector<std::uint64_t> all = comm_.gather(own);
        together(comm_, [&] {
            if (own == all.front()) return;
            throw Error(ErrorKind::bad_input,
                        "the graph differs from rank 0's; every rank needs the same options");
        });
    }

    void give_potentials() {
        if (!needs_potentials(graph_, asked_.options.semiring)) return;
        share_potentials(comm_, graph_, [&](const NegativeCycle& cycle) {
            report_.total_seconds = total_.seconds();
            end_with_cycle(report_, cycle);
        });
        solution_.seconds.potentials = watch_.lap();
    }

    void plan() {
        plan_ = plan_rank(comm_, graph_, report_.labels, report_.devices.front(), asked_.options,
                          wanted_);
        if (comm_.first()) warn(plan_);
        solution_.seconds.plan = watch_.lap();
        static_cast<SolveChoices&>(solution_) = plan_.solve.choices;
        report_.grid = {plan_.parts.grid.rows, plan_.parts.grid.cols};
    }

    /// Computes this rank's rows, and finds what is asked for beside distances.
    void solve() {
        SolvePlan& plan = plan_.solve;
        const Dtype dtype = plan.matrix.dtype;
        plan.options.progress = progress();
        plan.keep_graph = asked_.verify || plan.options.paths || plan_.by_rows() ||
                          Restoration::needs_weights(graph_, dtype);
        if (!asked_.checkpoints.folder.empty()) {
            checkpoints_.emplace(comm_, asked_.checkpoints,
                                 checkpoint_name(comm_, graph_, dtype, plan.options.semiring),
                                 plan.matrix.n, dtype);
        }
        RankSeconds seconds;
        const auto maker = make_rank_maker(
            comm_, plan_, graph_, checkpoints_ ? &*checkpoints_ : nullptr, solution_, seconds);
        apsp::run(plan, graph_, *maker, group_, solution_);
        report_ranks(seconds);
        watch_.lap();
    }

    /// Reports each rank's share.
    void report_ranks(const RankSeconds& seconds) {
        report_.checkpoint_seconds = seconds.checkpoints;
        const Device& device = report_.devices.front();
        const RankShare own = {plan_.own(), device.index, seconds, Text(host_name()),
                               Text(device.name)};
        int rank = 0;
        for (const RankShare& share : comm_.gather(own)) {
            Device its;
            its.index = share.device;
            its.name = share.name.chars;
            const bool made = plan_.by_rows() && some_rows();
            solution_.shares.push_back({its, share.rows, share.seconds.compute,
                                        share.seconds.waiting, made ? share.rows.size() : 0,
                                        plan_.solve.panels});
            report_.ranks.push_back({rank++, share.host.chars, share.seconds.sending});
        }
    }

    /// Whether only the rows that are asked for are kept.
    bool some_rows() const { return !asked_.options.rows.empty(); }

    /// This rank's rows of a file that has these rows, or all if none are named.
    std::vector<OutputRow> output_rows(const std::vector<std::size_t>& named) const {
        const Range own = plan_.own();
        std::vector<OutputRow> rows;
        for (const std::size_t place : plan_.places) rows.push_back({place, rows.size()});
        if (some_rows()) return rows;
        for (std::size_t k = 0; k < named.size(); ++k) {
            if (named[k] >= own.first && named[k] < own.last) rows.push_back({k, named[k]});
        }
        for (std::size_t i = own.first; named.empty() && i < own.last; ++i) rows.push_back({i, i});
        return rows;
    }

    void check() {
        if (!asked_.verify) return;
        report_.verification = verify_rows(
            comm_, graph_, solution_.distances,
            some_rows() ? Range{0, plan_.solve.rows.size()} : plan_.own(),
            {.budget = asked_.verify_work,
             .semiring = asked_.options.semiring,
             .predecessors = asked_.options.paths ? &solution_.paths.predecessors() : nullptr,
             .rows = plan_.solve.rows,
             .labels = &report_.labels,
             .progress = progress()});
        report_.verify_seconds = watch_.lap();
    }

    void write() {
        watch_.lap();
        if (!asked_.output.empty()) {
            const std::size_t all = chosen_.empty() ? plan_.solve.matrix.n : chosen_.size();
            write_rows(comm_, solution_.distances, output_rows(chosen_), all, asked_.output);
            report_.write_seconds = watch_.lap();
        }
        if (!asked_.paths_output.empty()) {
            const Matrix& predecessors = solution_.paths.predecessors();
            write_rows(comm_, predecessors, output_rows({}), predecessors.n(), asked_.paths_output);
            report_.write_seconds += watch_.lap();
        }
        together(comm_, [&] {
            if (comm_.first()) cli::write_tables(report_);
        });
        if (checkpoints_) checkpoints_->remove();
    }

    const Ranks comm_;
    JobFields& asked_;
    cli::Report report_{asked_};
    Solution& solution_ = report_.solution;
    const Stopwatch total_;
    const ThreadLimit limit_{comm_.threads};
    Stopwatch watch_;
    RankOptions wanted_;
    Graph graph_;
    std::vector<std::size_t> chosen_;  // rows
    RankPlan plan_;
    const RankGroup group_{comm_, plan_};
    std::optional<Checkpoints> checkpoints_;
    std::optional<cli::ProgressLine> line_;
};

}  // namespace

void run_job(const Comm& comm, JobFields& asked) {
    Job(comm, asked).run();
}

}  // namespace apsp::mpi
