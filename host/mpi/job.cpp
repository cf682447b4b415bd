// See job.hpp. Rank 0 alone prints, in the form of apsp-ocl.
#include "mpi/job.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <memory>

#include "apsp/apsp.hpp"
#include "base/files.hpp"
#include "base/stopwatch.hpp"
#include "base/team.hpp"
#include "cli/command_line.hpp"
#include "cli/graph_options.hpp"
#include "cli/progress.hpp"
#include "cli/solve_options.hpp"
#include "cli/vertex_list.hpp"
#include "graph/components.hpp"
#include "mpi/checkpoint.hpp"
#include "mpi/failure.hpp"
#include "mpi/node.hpp"
#include "mpi/options.hpp"
#include "mpi/rank_results.hpp"
#include "mpi/rank_solve.hpp"
#include "mpi/share_graph.hpp"
#include "negative/negative_cycle.hpp"
#include "negative/restoration.hpp"
#include "solve/result_rows.hpp"

namespace apsp::mpi {
namespace {

using cli::text_of;

struct RankShare {
    Range rows;
    std::size_t device;
    double compute, waiting, sending;
    Text host, name;
};

/// One solve by all ranks, which call its functions in the same order.
class Job {
  public:
    Job(const Comm& comm, const cxxopts::ParseResult& parsed, cli::Report report)
        : comm_(comm), parsed_(parsed), report_(std::move(report)) {}

    void run() {
        phase("reading");
        read();
        phase("planning");
        give_potentials();
        plan();
        phase("solving");
        close();
        complete();
        phase("verifying");
        check();
        phase("writing");
        const bool right = !report_.verification || report_.verification->ok;
        if (right) write();
        report_.total_seconds = total_.seconds();
        line_.reset();
        if (comm_.first() && (report_.json || !cli::is_quiet())) print(report_);
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
        std::optional<GeneratedInput> input;
        together(comm_, [&] {
            cli::naming_variable([&] {
                const std::string device = text_of(parsed_, "device");
                report_.devices =
                    limited({device_in_turn(list_devices(), device, node_)}, report_.options);
            });
            wanted_ = rank_options(parsed_, static_cast<std::size_t>(comm_.size()));
            checkpoint_ = checkpoint_options(parsed_);
            wanted_.checkpoints = !checkpoint_.folder.empty();
            input = cli::generated_input(parsed_);
        });
        check_same_input(input ? to_text(*input) : text_of(parsed_, "input"));
        for (const std::string& path : {report_.output, report_.paths_output}) {
            if (!path.empty()) check_output(comm_, path);
        }
        if (input) {
            graph_ = generate_together(comm_, node_, *input);
        } else {
            GraphFile file = read_once(comm_, node_, threads_, [&] {
                const std::string_view who = comm_.first() ? "apsp-ocl-mpi" : "";
                return cli::load_graph_file(text_of(parsed_, "input"), parsed_, who);
            });
            check_same_graph(comm_, node_, file);
            graph_ = std::move(file.graph);
            wanted_.labels = report_.labels = std::move(file.labels);
        }
        together(comm_, [&] {
            chosen_ = cli::parse_vertices(text_of(parsed_, "rows"), report_.labels,
                                          graph_.vertices(), "--rows");
        });
        verifying_ = parsed_.count("verify") != 0;
        const bool writes_all =
            !report_.output.empty() && (chosen_.empty() || report_.options.statistics);
        wanted_.keeps_rows = verifying_ || report_.options.paths || writes_all;
        report_.read_seconds = watch_.lap();
        report_.device_chosen = parsed_.count("device") == 0;
        report_.graph = cli::GraphFacts(graph_, parsed_.count("input") != 0);
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
        if (!needs_potentials(graph_, report_.options.semiring)) return;
        share_potentials(comm_, graph_, [&](const NegativeCycle& cycle) {
            report_.total_seconds = total_.seconds();
            end_with_cycle(report_, cycle);
        });
        solution_.seconds.potentials = watch_.lap();
    }

    void plan() {
        plan_ = plan_rank(comm_, node_, graph_, report_.devices.front(), report_.options, wanted_,
                          threads_);
        if (comm_.first()) warn(plan_);
        solution_.seconds.plan = watch_.lap();
        static_cast<SolveChoices&>(solution_) = plan_.solve.choices;
        report_.grid = {plan_.parts.grid.rows, plan_.parts.grid.cols};
    }

    /// Computes the distances of this rank's rows.
    void close() {
        const bool paths = report_.options.paths, statistics = report_.options.statistics;
        if (!verifying_ && !paths && !statistics) report_.options.rows = chosen_;
        const std::size_t n = report_.graph.n;
        const Dtype dtype = plan_.solve.matrix.dtype;
        together(comm_, [&] { solution_.distances = Matrix(n, dtype); });
        if (!checkpoint_.folder.empty()) {
            checkpoints_.emplace(comm_, checkpoint_,
                                 checkpoint_name(comm_, graph_, dtype, report_.options.semiring), n,
                                 dtype);
        }
        restoration_ = Restoration::of(graph_, dtype);
        using enum ResultRows::Coming;
        result_.emplace(solution_.distances, wanted_.keeps_rows ? all_to_stay : all, n, dtype,
                        report_.options, restoration_.get());
        const bool keeps_graph = verifying_ || paths || Restoration::needs_weights(graph_, dtype);
        solution_.seconds.build = watch_.lap();
        if (statistics) together(comm_, [&] { roots_ = strong_component_roots(graph_); });
        solution_.seconds.statistics = watch_.lap();

        const RowSink sink = [&](Range own, const void* from) { result_->take(own, from); };
        const bool reduces = !wanted_.keeps_rows && report_.options.rows.empty() &&
                             reduces_on_devices(plan_.solve, restoration_ != nullptr);
        std::vector<RowReduction> reduced;
        RankResults results = {sink, reduces ? &reduced : nullptr, {}};
        if (plan_.by_rows()) {
            report_ranks(make_rank_rows(comm_, plan_, graph_, solution_.distances,
                                        wanted_.keeps_rows, results, progress()));
        } else {
            RowSource rows =
                rows_of(keeps_graph ? graph_ : std::move(graph_), dtype, report_.options.semiring);
            if (paths) {
                results.closed = [&](const PredecessorSearch& search) { find_paths(search); };
            }
            report_ranks(close_rank(comm_, plan_, std::move(rows), solution_.distances, results,
                                    checkpoints_ ? &*checkpoints_ : nullptr, threads_, progress()));
        }
        result_->take_reduced(std::move(reduced));
    }

    /// Reports each rank's share, and the seconds of this rank, which are those of all ranks where
    /// these wait for one another.
    void report_ranks(const RankSeconds& seconds) {
        solution_.seconds.upload = seconds.open;
        solution_.seconds.compute = seconds.compute;
        solution_.seconds.download = seconds.download;
        report_.checkpoint_seconds = seconds.checkpoints;
        const Device& device = report_.devices.front();
        const RankShare own = {plan_.own(),      device.index,    seconds.own_compute,
                               seconds.waiting,  seconds.sending, Text(host_name()),
                               Text(device.name)};
        const bool exchanged = !plan_.by_rows() && comm_.size() > 1;
        int rank = 0;
        for (const RankShare& share : comm_.gather(own)) {
            Device its;
            its.index = share.device;
            its.name = share.name.chars;
            solution_.shares.push_back({its, share.rows, share.compute, share.waiting});
            if (exchanged) solution_.shares.back().panels = plan_.panels;
            report_.ranks.push_back({rank++, share.host.chars, share.sending});
        }
    }

    void find_paths(const PredecessorSearch& search) {
        const Stopwatch searching;
        predecessors_ = find_rank_paths(comm_, node_, plan_, graph_, solution_.distances, search);
        solution_.seconds.paths = searching.seconds();
    }

    /// Finds what is asked for beside distances.
    void complete() {
        if (plan_.by_rows() && report_.options.paths) find_paths({});
        watch_.lap();
        together(comm_, [&] { result_->finish(plan_.own()); });
        const bool all_for_proof =
            verifying_ && !report_.options.paths && !report_.options.statistics;
        const Summary own =
            all_for_proof && !chosen_.empty() ? summary_of_chosen() : *result_->summary();
        solution_.summary = add_up(comm_.gather(own));
        if (report_.options.statistics) {
            solution_.statistics = rank_statistics(comm_, plan_, result_->reductions(), roots_);
            solution_.seconds.statistics += watch_.lap();
        }
    }

    /// That of the rows that are written, where all of this rank's stay to be verified.
    Summary summary_of_chosen() const {
        const Range own = plan_.own();
        std::vector<Summary> sums;
        for (const std::size_t row : chosen_) {
            if (row < own.first || row >= own.last) continue;
            sums.push_back(
                summarize(solution_.distances, {row, row + 1}, report_.options.semiring));
        }
        return add_up(sums);
    }

    void check() {
        if (!verifying_) return;
        report_.verification =
            verify_rows(comm_, graph_, solution_.distances, plan_.own(),
                        {.budget = *cli::number_of<double>(parsed_, "verify-work"),
                         .semiring = report_.options.semiring,
                         .predecessors = report_.options.paths ? &predecessors_ : nullptr,
                         .labels = &report_.labels,
                         .progress = progress()});
        report_.verify_seconds = watch_.lap();
    }

    void write() {
        const Range own = plan_.own();
        watch_.lap();
        if (!report_.output.empty()) {
            const bool alone = !report_.options.rows.empty();
            write_rows(comm_, alone ? result_->chosen() : solution_.distances, own, report_.output,
                       chosen_, alone);
            report_.write_seconds = watch_.lap();
        }
        if (!report_.paths_output.empty()) {
            write_rows(comm_, predecessors_, own, report_.paths_output, {});
            report_.write_seconds += watch_.lap();
        }
        together(comm_, [&] {
            if (comm_.first()) cli::write_tables(parsed_, report_);
        });
        if (checkpoints_) checkpoints_->remove();
    }

    const Comm& comm_;
    const cxxopts::ParseResult& parsed_;
    cli::Report report_;
    Solution& solution_ = report_.solution;
    const Stopwatch total_;
    const Comm node_ = find_node(comm_);
    const std::size_t threads_ = threads_of(node_);
    const ThreadLimit limit_{threads_};
    Stopwatch watch_;
    RankOptions wanted_;
    CheckpointOptions checkpoint_;
    Graph graph_;
    std::vector<std::size_t> chosen_;  // rows
    bool verifying_ = false;
    std::vector<std::uint32_t> roots_;  // of components, for statistics
    RankPlan plan_;
    std::optional<Checkpoints> checkpoints_;
    std::unique_ptr<const Restoration> restoration_;
    std::optional<ResultRows> result_;
    Matrix predecessors_;
    std::optional<cli::ProgressLine> line_;
};

}  // namespace

void run_job(const Comm& comm, const cxxopts::ParseResult& parsed, cli::Report report) {
    Job(comm, parsed, std::move(report)).run();
}

}  // namespace apsp::mpi
