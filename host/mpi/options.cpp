// See options.hpp.
#include "mpi/options.hpp"

#include <fmt/core.h>

#include "apsp/apsp.hpp"
#include "cli/graph_options.hpp"
#include "cli/solve_options.hpp"
#include "solve/find_paths.hpp"
#include "statistics/statistics.hpp"

namespace apsp::mpi {

using cli::text_of;

cxxopts::Options make_options() {
    cxxopts::Options options(
        "apsp-ocl-mpi",
        "apsp-ocl over several machines: started by mpirun, each rank solves some rows.\n\n"
        "Examples:\n"
        "  mpirun -n 4 apsp-ocl-mpi --random 4096 --output d.npy\n"
        "  mpirun -n 8 --map-by ppr:4:node --bind-to none apsp-ocl-mpi --input city.gr --json\n"
        "\nRanks of one machine take its GPUs in turn, or else share its best device. One\n"
        "rank of each machine reads the graph and hands it over; dense graphs the ranks of a\n"
        "machine have once. Each keeps its own rows of the matrix only. The algorithm is kleene\n"
        "with rows dealt over ranks, from 9 equal ones on rows and columns.\n");
    cli::add_input_options(options);
    auto add = options.add_options();
    add("d,device", "Index, opencl:0, cpu, or part of a name; several with commas: in turn",
        cxxopts::value<std::string>(), "DEVICE");
    add("memory-limit", "Memory that a device is said to have", cxxopts::value<std::string>(),
        "SIZE");
    cli::add_kernel_options(options);
    add("o,output", "Write the distances: .npy, in a folder that all ranks see",
        cxxopts::value<std::string>(), "FILE");
    add("rows", "Only these rows of them: vertices and ranges, as in 3,7-9,Bern",
        cxxopts::value<std::string>(), "LIST");
    add("paths", "Find predecessors, too; each rank then keeps the graph and all of its rows");
    add("paths-output", "Write them: .npy of i32, -1 where there is none",
        cxxopts::value<std::string>(), "FILE");
    add("labels-output", "Write the vertices' labels, one a line", cxxopts::value<std::string>(),
        "FILE");
    add("stats",
        "Print diameter, radius, centre, mean distance and components; each rank then keeps all\n"
        "of its rows");
    add("stats-output", "Write each vertex's eccentricity and closeness: .csv or .tsv",
        cxxopts::value<std::string>(), "FILE");
    add("verify", "Check the answer by other means; each rank then keeps the graph");
    add("verify-work", "Relaxations that this may take; beyond, only a sample of rows is checked",
        cxxopts::value<double>()->default_value("1e11"), "COUNT");
    add("grid", "Rows and columns of ranks, as in 4x2; their product is the number of ranks",
        cxxopts::value<std::string>(), "RxC");
    add("panels",
        "Where pivots are while MPI sends them: device, which an MPI built for CUDA reads, or\n"
        "host (default: device where MPI says that it can)",
        cxxopts::value<std::string>(), "PLACE");
    add("workspace", "Folder for checkpoints, which all ranks see: twice the matrix",
        cxxopts::value<std::string>(), "DIR");
    add("resume", "Go on with what an earlier job, of any number of ranks, has left there");
    add("checkpoint-every", "Seconds between checkpoints (60, and 20 times what one takes)",
        cxxopts::value<double>(), "SECONDS");
    add("json", "Print one JSON object");
    add("version", "Print the version");
    add("h,help", "Print this");
    cli::add_graph_options(options);
    return options;
}

cli::Report begin_report(const cxxopts::ParseResult& parsed) {
    if (!parsed.unmatched().empty()) {
        throw Error(ErrorKind::usage,
                    fmt::format("unknown argument \"{}\"; see apsp-ocl-mpi --help",
                                parsed.unmatched().front()));
    }
    cli::check_one_input(parsed);
    cli::Report report;
    report.options = cli::kernel_options(parsed);
    report.options.symmetric = false;  // all rows take part in every step
    report.output = text_of(parsed, "output");
    if (!report.output.empty()) {
        if (!report.output.ends_with(".npy")) {
            throw Error(ErrorKind::usage,
                        fmt::format("--output {}: apsp-ocl-mpi writes .npy files", report.output));
        }
        check_writable(report.output);
    } else if (parsed.count("rows") != 0) {
        throw Error(ErrorKind::usage, "--rows chooses what --output writes; give it");
    }
    report.paths_output = cli::paths_output(parsed);
    report.options.paths = parsed.count("paths") + parsed.count("paths-output") != 0;
    if (report.options.paths) check_paths(report.options.semiring);
    report.options.statistics = cli::wants_statistics(parsed);
    if (report.options.statistics) check_statistics(report.options.semiring);
    cli::check_tables(parsed);
    return report;
}

RankOptions rank_options(const cxxopts::ParseResult& parsed, std::size_t ranks) {
    RankOptions options;
    if (parsed.count("grid") != 0) options.grid = parse_grid(text_of(parsed, "grid"), ranks);
    const std::string panels = text_of(parsed, "panels");
    if (panels == "device") {
        options.panels = PanelPlace::device;
    } else if (panels == "host") {
        options.panels = PanelPlace::host;
    } else if (!panels.empty()) {
        throw Error(ErrorKind::usage, fmt::format("--panels {}: expected device or host", panels));
    }
    return options;
}

CheckpointOptions checkpoint_options(const cxxopts::ParseResult& parsed) {
    CheckpointOptions options;
    options.folder = text_of(parsed, "workspace");
    options.resume = parsed.count("resume") != 0;
    if (parsed.count("checkpoint-every") != 0) {
        options.seconds = parsed["checkpoint-every"].as<double>();
        if (!(options.seconds > 0)) {
            throw Error(ErrorKind::usage, "--checkpoint-every: expected seconds, more than 0");
        }
    }
    const bool some = options.resume || parsed.count("checkpoint-every") != 0;
    if (options.folder.empty() && some) {
        throw Error(ErrorKind::usage, "checkpoints are in --workspace; give it");
    }
    return options;
}

}  // namespace apsp::mpi
