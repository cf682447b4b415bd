// See command.hpp. Rank 0 alone prints, and what it prints has the form of apsp-ocl's.
#include "mpi/command.hpp"

#include <fmt/core.h>
#include <omp.h>

#include <cxxopts.hpp>
#include <iostream>
#include <memory>

#include "apsp/apsp.hpp"
#include "base/files.hpp"
#include "base/stopwatch.hpp"
#include "cli/graph_options.hpp"
#include "cli/progress.hpp"
#include "cli/report.hpp"
#include "cli/solve_options.hpp"
#include "cli/vertex_list.hpp"
#include "graph/negative_cycle.hpp"
#include "mpi/checkpoint.hpp"
#include "mpi/failure.hpp"
#include "mpi/find_rank_paths.hpp"
#include "mpi/node.hpp"
#include "mpi/options.hpp"
#include "mpi/rank_report.hpp"
#include "mpi/rank_solve.hpp"
#include "mpi/rank_statistics.hpp"
#include "mpi/share_graph.hpp"
#include "mpi/verify_rows.hpp"
#include "mpi/write_rows.hpp"
#include "solve/result_rows.hpp"

namespace apsp::mpi {
namespace {

using cli::text_of;

/// By what it is called; machines' files are compared by the graphs that are in them, see
/// plan_rank.
void check_same_input(const Comm& comm, const std::string& input) {
    const std::uint64_t own = fnv1a(input);
    const std::vector<std::uint64_t> all = comm.gather(own);
    together(comm, [&] {
        if (own == all.front()) return;
        throw Error(ErrorKind::bad_input,
                    "another graph than rank 0's; every rank needs the same options");
    });
}

/// Potentials, where there are negative weights: found by one rank, for all.
void give_potentials(const Comm& comm, Graph& graph, const Labels& labels, bool json,
                     cli::Report& report, const Stopwatch& total) {
    if (!needs_potentials(graph, report.options.semiring)) return;
    std::vector<double> high, low;
    bool exact = true;
    together(comm, [&] {
        if (!comm.first()) return;
        try {
            const Potentials found = find_potentials(graph);
            high = found.high();
            low = found.low();
            exact = found.exact();
        } catch (const NegativeCycle& cycle) {
            report.total_seconds = total.seconds();
            end_with_cycle(report, cycle, labels, json);
        }
    });
    comm.share(high);
    comm.share(low);
    comm.share(exact);
    graph.set_potentials(Potentials(std::move(high), std::move(low), exact));
}

void solve(const Comm& comm, const cxxopts::ParseResult& parsed, cli::Report report) {
    const bool json = parsed.count("json") != 0;
    Solution& solution = report.solution;
    const Stopwatch total;
    const Node node = find_node(comm);
    const int threads = threads_of(node);
    omp_set_num_threads(threads);
    RankOptions wanted;
    CheckpointOptions checkpoint;

    GraphFile file;
    std::optional<GeneratedInput> input;
    std::vector<std::size_t> chosen;
    Stopwatch watch;
    together(comm, [&] {
        const Device device = device_in_turn(list_devices(), text_of(parsed, "device"), node);
        report.devices = limited({device}, report.options);
        wanted = rank_options(parsed, static_cast<std::size_t>(comm.size()));
        checkpoint = checkpoint_options(parsed);
        input = cli::generated_input(parsed);
    });
    check_same_input(comm, input ? to_text(*input) : text_of(parsed, "input"));
    if (input) {
        file.graph = generate_together(comm, node, *input);
    } else {
        file = read_once(comm, node, threads, [&] {
            const std::string_view who = comm.first() ? "apsp-ocl-mpi" : "";
            return cli::load_graph_file(text_of(parsed, "input"), parsed, who);
        });
    }
    together(comm, [&] {
        chosen = cli::parse_vertices(text_of(parsed, "rows"), file.labels, file.graph.vertices(),
                                     "--rows");
    });
    Graph& graph = file.graph;
    report.read_seconds = watch.lap();
    report.device_chosen = parsed.count("device") == 0;
    report.graph = cli::GraphFacts(graph, parsed.count("input") != 0);
    give_potentials(comm, graph, file.labels, json, report, total);
    solution.seconds.potentials = watch.lap();

    const RankPlan plan =
        plan_rank(comm, node, graph, report.devices.front(), report.options, wanted, threads);
    if (comm.first()) warn(plan);
    solution.seconds.plan = watch.lap();
    static_cast<SolveChoices&>(solution) = plan.solve.choices;
    report.grid = {plan.parts.grid.rows, plan.parts.grid.cols};
    const bool verifying = parsed.count("verify") != 0;
    const bool paths = report.options.paths;
    report.options.summary = true;
    const bool keeps_rows = verifying || paths || report.options.statistics;
    if (!keeps_rows) report.options.rows = chosen;
    // Of what has the addresses of all rows, only those that are touched have memory behind them.
    Matrix& distances = solution.distances;
    const Dtype dtype = plan.solve.matrix.dtype;
    together(comm, [&] { distances = Matrix(report.graph.n, dtype); });
    std::optional<Checkpoints> checkpoints;
    if (!checkpoint.folder.empty()) {
        checkpoints.emplace(comm, checkpoint,
                            checkpoint_name(comm, graph, dtype, report.options.semiring),
                            report.graph.n, dtype);
    }
    const auto restoration = Restoration::of(graph, dtype);
    ResultRows result(distances, report.graph.n, dtype, report.options, restoration.get());
    const bool keeps_graph = verifying || paths || Restoration::needs_weights(graph, dtype);
    solution.seconds.build = watch.lap();

    RankSeconds seconds;
    {
        cli::ProgressLine line("solving");
        RowSource rows =
            rows_of(keeps_graph ? graph : std::move(graph), dtype, report.options.semiring);
        seconds = close_rank(
            comm, plan, std::move(rows), distances,
            [&](Range own, const void* from) { result.take(own, from); },
            checkpoints ? &*checkpoints : nullptr, threads,
            comm.first() ? line.callback() : std::function<void(double)>());
    }
    report_ranks(comm, plan, seconds, report);
    watch.lap();
    Matrix predecessors;
    if (paths) {
        predecessors = find_rank_paths(comm, node, plan, graph, distances);
        solution.seconds.paths = watch.lap();
    }
    together(comm, [&] { result.finish(plan.own()); });
    solution.summary = add_up(comm.gather(*result.summary()));
    if (report.options.statistics) {
        solution.statistics = rank_statistics(comm, plan, distances);
        solution.seconds.statistics = watch.lap();
    }
    if (verifying) {
        report.verification = verify_rows(comm, graph, distances, plan.own(),
                                          {.budget = parsed["verify-work"].as<double>(),
                                           .semiring = report.options.semiring,
                                           .predecessors = paths ? &predecessors : nullptr,
                                           .labels = &file.labels});
        report.verify_seconds = watch.lap();
    }
    const bool right = !report.verification || report.verification->ok;
    if (right && !report.output.empty()) {
        const bool alone = !report.options.rows.empty();
        write_rows(comm, alone ? result.chosen() : distances, plan.own(), report.output, chosen,
                   alone);
        report.write_seconds = watch.lap();
    }
    if (right && !report.paths_output.empty()) {
        write_rows(comm, predecessors, plan.own(), report.paths_output, {});
        report.write_seconds += watch.lap();
    }
    together(comm, [&] {
        if (!right || !comm.first()) return;
        cli::write_tables(parsed, solution.statistics, file.labels, report.graph.n);
    });
    if (right && checkpoints) checkpoints->remove();
    report.total_seconds = total.seconds();
    report.labels = std::move(file.labels);
    if (comm.first()) json ? print_json(report) : print_text(report);
    together(comm, [&] {
        if (right) return;
        throw Error(ErrorKind::verification,
                    "verification failed: " + report.verification->failure);
    });
}

}  // namespace

void command(const Comm& comm, int argc, char** argv) {
    auto options = make_options();
    cxxopts::ParseResult parsed;
    cli::Report report;
    together(comm, [&] {
        parsed = options.parse(argc, argv);
        report = begin_report(parsed);
    });
    if (parsed.count("help") != 0) {
        if (comm.first()) std::cout << options.help();
    } else if (parsed.count("version") != 0) {
        if (comm.first()) fmt::print("apsp-ocl-mpi {}\n", kVersion);
    } else {
        solve(comm, parsed, std::move(report));
    }
    together(comm, [] {
        if (!std::cout.flush()) {
            throw Error(ErrorKind::internal, "cannot write to standard output");
        }
    });
}

}  // namespace apsp::mpi
