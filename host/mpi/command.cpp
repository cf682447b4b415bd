// See command.hpp. Rank 0 alone prints.
#include "mpi/command.hpp"

#include <iostream>

#include "cli/version.hpp"
#include "mpi/failure.hpp"
#include "mpi/job.hpp"
#include "mpi/node.hpp"
#include "mpi/options.hpp"

namespace apsp::mpi {

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

}  // namespace apsp::mpi
