// apsp-ocl-mpi: its options, and the solve command over all ranks. Rank 0 alone prints.
#include <fmt/core.h>
#include <mpi.h>

#include <iostream>

#include "apsp/apsp.hpp"
#include "cli/version.hpp"
#include "io/output_file.hpp"
#include "mpi/failure.hpp"
#include "mpi/job.hpp"
#include "mpi/node.hpp"
#include "platform/process.hpp"
#include "platform/signals.hpp"
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

/// mpirun, which has been interrupted or has lost a rank, says so itself.
void end(Interruption) {
    remove_partial_files();
    end_process(130);
}

/// All ranks call it. @throws Ended
void command(const Comm& comm, int argc, char** argv) {
    cli::OptionList list("apsp-ocl-mpi");
    JobFields asked;
    add_options(list, asked);
    together(comm, [&] { list.parse(argc, argv); });
    if (list.wants_help()) {
        if (comm.first()) std::cout << list.help_text() << cli::environment_text();
    } else if (asked.version) {
        if (comm.first()) cli::print_version("apsp-ocl-mpi", asked.json, library_version());
    } else {
        run_job(comm, asked);
    }
    together(comm, [] {
        if (std::cout.flush()) return;
        throw Error(ErrorKind::internal, "cannot write to standard output");
    });
}

/// The exit code.
int run(int argc, char** argv) {
    prepare_process();
    int provided = MPI_THREAD_SINGLE;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    const Comm world(MPI_COMM_WORLD);
    int code = 0;
    try {
        if (provided < MPI_THREAD_FUNNELED) {
            throw Error(ErrorKind::internal, "this MPI was built without support for threads");
        }
        on_interruption(end);
        command(world, argc, argv);
    } catch (const Ended& ended) {
        code = ended.code;
    } catch (...) {
        abort_job(world, std::current_exception());
    }
    MPI_Finalize();
    return code;
}

}  // namespace
}  // namespace apsp::mpi

int main(int argc, char** argv) {
    return apsp::mpi::run(argc, argv);
}
