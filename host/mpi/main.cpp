// apsp-ocl-mpi: starts and ends MPI.
#include <fmt/core.h>
#include <mpi.h>

#include "apsp/errors.hpp"
#include "io/output_file.hpp"
#include "mpi/command.hpp"
#include "mpi/failure.hpp"
#include "platform/process.hpp"
#include "platform/signals.hpp"

namespace {

/// mpirun, which has been interrupted or has lost a rank, says so itself.
void end(apsp::Interruption) {
    apsp::remove_partial_files();
    apsp::end_process(130);
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
        apsp::mpi::command(world, argc, argv);
    } catch (const apsp::mpi::Ended& ended) {
        code = ended.code;
    } catch (...) {
        apsp::mpi::abort_job(world, std::current_exception());
    }
    MPI_Finalize();
    return code;
}
