// See options.hpp.
#include "mpi/options.hpp"

#include <fmt/core.h>

#include "apsp/apsp.hpp"
#include "cli/solve_options.hpp"
#include "solve/find_paths.hpp"
#include "statistics/statistics.hpp"

namespace apsp::mpi {

using cli::text;
using cli::text_of;

cxxopts::Options make_options() {
    cxxopts::Options options(
        "apsp-ocl-mpi",
        "apsp-ocl on several machines: mpirun starts it, and each rank solves some rows.\n\n"
        "Ranks on one machine take its GPUs in turn, or share its best device if it has no GPU.\n"
        "One rank per machine reads the graph and hands it to the others there; they share one\n"
        "copy of a dense graph. Each rank keeps only its own rows of the matrix. On sparse\n"
        "graphs, each rank finds its rows by sparse or search; kleene divides the matrix among\n"
        "the ranks by rows, or by rows and columns with 9 or more equal ranks.\n\n"
        "Examples:\n"
        "  $ mpirun -n 4 apsp-ocl-mpi --random 4096 --output d.npy\n"
        "  $ mpirun -n 8 --map-by ppr:4:node --bind-to none apsp-ocl-mpi city.gr --json\n");
    cli::add_input_options(options);
    auto add = options.add_options();
    add("d,device",
        "Index, opencl:0, cpu, or part of a name; ranks take several, with commas, in turn", text(),
        "DEVICE");
    add("memory-limit", "Device memory to use at most", text(), "SIZE");
    add("algo", "Algorithm: auto (the fastest by estimate), kleene, sparse or search", text("auto"),
        "NAME");
    cli::add_kernel_options(options);
    cli::add_result_options(options, true);
    add("grid", "Rows and columns of ranks, as in 4x2; their product is the number of ranks",
        text(), "RxC");
    add("workspace", "Folder for checkpoints that all ranks can see; takes twice the matrix",
        text(), "DIR");
    add("resume", "Go on with the unfinished job, of any number of ranks, in --workspace");
    add("checkpoint-every",
        "Seconds between checkpoints (default: 60, or 20 times what one takes if that is longer)",
        text(), "SECONDS");
    cli::add_common_options(options);
    return options;
}

cli::Report begin_report(const cxxopts::ParseResult& parsed) {
    cli::check_no_arguments(parsed, "apsp-ocl-mpi");
    for (const std::string option : {"output", "paths-output"}) {
        const std::string file = text_of(parsed, option);
        if (file.empty() || file.ends_with(".npy")) continue;
        throw Error(ErrorKind::usage,
                    fmt::format("--{} {}: apsp-ocl-mpi writes .npy files", option, file));
    }
    cli::Report report = cli::begin_report(parsed);
    report.options.algorithm =
        cli::parse_option(parsed, "algo", parse_algorithm, "algorithm", cli::names_of(kAlgorithms))
            .value_or(report.options.algorithm);
    if (report.options.paths) check_paths(report.options.semiring);
    if (report.options.statistics) check_statistics(report.options.semiring);
    return report;
}

RankOptions rank_options(const cxxopts::ParseResult& parsed, std::size_t ranks) {
    RankOptions options;
    if (parsed.count("grid") != 0) options.grid = parse_grid(text_of(parsed, "grid"), ranks);
    return options;
}

CheckpointOptions checkpoint_options(const cxxopts::ParseResult& parsed) {
    CheckpointOptions options;
    options.folder = text_of(parsed, "workspace");
    options.resume = parsed.count("resume") != 0;
    if (const auto seconds = cli::number_of<double>(parsed, "checkpoint-every")) {
        options.seconds = *seconds;
        if (!(options.seconds > 0)) {
            throw Error(ErrorKind::usage, "--checkpoint-every: expected seconds, a number above 0");
        }
    }
    return options;
}

}  // namespace apsp::mpi
