// apsp-ocl-mpi: the solve command over all ranks. Rank 0 alone prints.
#include <fmt/core.h>
#include <mpi.h>

#include <iostream>

#include "apsp/errors.hpp"
#include "cli/version.hpp"
#include "io/output_file.hpp"
#include "mpi/failure.hpp"
#include "mpi/job.hpp"
#include "mpi/node.hpp"
#include "mpi/options.hpp"
#include "platform/process.hpp"
#include "platform/signals.hpp"

namespace {

/// mpirun, which has been interrupted or has lost a rank, says so itself.
void end(apsp::Interruption) {
    apsp::remove_partial_files();
    apsp::end_process(130);
}

/// All ranks call it. @throws Ended
void command(const apsp::mpi::Comm& comm, int argc, char** argv) {
    using namespace apsp;
    cli::OptionList list("apsp-ocl-mpi");
    mpi::JobFields asked;
    mpi::add_options(list, asked);
    mpi::together(comm, [&] { list.parse(argc, argv); });
    if (list.wants_help()) {
        if (comm.first()) std::cout << list.help_text() << cli::environment_text();
    } else if (asked.version) {
        if (comm.first()) cli::print_version("apsp-ocl-mpi", asked.json, mpi::library_version());
    } else {
        mpi::run_job(comm, asked);
    }
    mpi::together(comm, [] {
        if (std::cout.flush()) return;
        throw Error(ErrorKind::internal, "cannot write to standard output");
    });
}

}  // namespace

int main(int argc, char** argv) {
    apsp::prepare_process();
    int provided = MPI_THREAD_SINGLE;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    const apsp::mpi::Comm world(MPI_COMM_WORLD);
    int code = 0;
    try {
        if (provided < MPI_THREAD_FUNNELED) {
            throw apsp::Error(apsp::ErrorKind::internal,
                              "this MPI was built without support for threads");
        }
        apsp::on_interruption(end);
        command(world, argc, argv);
    } catch (const apsp::mpi::Ended& ended) {
        code = ended.code;
    } catch (...) {
        apsp::mpi::abort_job(world, std::current_exception());
    }
    MPI_Finalize();
    return code;
}
