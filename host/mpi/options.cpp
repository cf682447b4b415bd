// See options.hpp.
#include "mpi/options.hpp"

#include <fmt/core.h>

#include "apsp/apsp.hpp"
#include "solve/find_paths.hpp"
#include "statistics/statistics.hpp"

namespace apsp::mpi {

namespace {

void check_files(const JobFields& asked) {
    for (const auto& [option, file] :
         {std::pair("output", asked.output), {"paths-output", asked.paths_output}}) {
        if (file.empty() || file.ends_with(".npy")) continue;
        cli::fail_usage("--{} {}: apsp-ocl-mpi writes .npy files", option, file);
    }
}

cli::Value seconds(double& field) {
    return {[&field](const std::string& option, const std::string& text) {
        cli::number(field).take(option, text);
        if (field > 0) return;
        cli::fail_usage("--checkpoint-every: expected seconds, a number above 0");
    }};
}

}  // namespace

void add_options(cli::OptionList& list, JobFields& asked) {
    list.describe(
        "apsp-ocl on several machines: mpirun starts it, and each rank solves some rows.\n\n"
        "Ranks on one machine take its GPUs in turn, or share its best device if it has no GPU.\n"
        "One rank per machine reads the graph and hands it to the others there; they share one\n"
        "copy of a dense graph. Each rank keeps only its own rows of the matrix. On sparse\n"
        "graphs, each rank finds its rows by sparse or search; kleene divides the matrix among\n"
        "the ranks by rows, or by rows and columns with 9 or more equal ranks.\n\n"
        "Examples:\n"
        "  $ mpirun -n 4 apsp-ocl-mpi --random 4096 --output d.npy\n"
        "  $ mpirun -n 8 --map-by ppr:4:node --bind-to none apsp-ocl-mpi city.gr --json\n");
    list.then([&] { check_files(asked); });
    cli::add_input(list, asked);
    cli::add_device(
        list, asked.devices.one,
        "Index, opencl:0, cpu, cuda for all its GPUs, or part of a name; ranks take several, with "
        "commas, in turn");
    cli::add_memory_limit(list, asked, "Device memory to use at most");
    cli::add_algorithm(list, asked, "algo",
                       "Algorithm: auto (the fastest by estimate), kleene, sparse or search");
    cli::add_kernels(list, asked);
    cli::add_results(list, asked, true);
    list.add("grid", cli::text(asked.grid), "RxC",
             "Rows and columns of ranks, as in 4x2; their product is the number of ranks");
    list.add("workspace", cli::file(asked.checkpoints.folder), "DIR",
             "Folder for checkpoints that all ranks can see; takes twice the matrix");
    list.add("resume", cli::set(asked.checkpoints.resume),
             "Go on with the unfinished job, of any number of ranks, in --workspace")
        .needs("workspace");
    list.add("checkpoint-every", seconds(asked.checkpoints.seconds), "SECONDS",
             "Seconds between checkpoints (default: 60, or 20 times what one takes if that is "
             "longer)")
        .needs("workspace");
    cli::add_common(list, asked);
    list.then([&] {
        if (asked.options.paths) check_paths(asked.options.semiring);
        if (asked.options.statistics) check_statistics(asked.options.semiring);
    });
}

}  // namespace apsp::mpi
