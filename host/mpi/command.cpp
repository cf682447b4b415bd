// See command.hpp. Rank 0 alone prints.
#include "mpi/command.hpp"

#include <iostream>

#include "cli/command_line.hpp"
#include "cli/version.hpp"
#include "mpi/failure.hpp"
#include "mpi/job.hpp"
#include "mpi/node.hpp"
#include "mpi/options.hpp"

namespace apsp::mpi {

void command(const Comm& comm, int argc, char** argv) {
    auto options = make_options();
    cxxopts::ParseResult parsed;
    cli::Report report;
    together(comm, [&] {
        parsed = cli::parse(options, argc, argv);
        report = begin_report(parsed);
    });
    if (parsed.count("help") != 0) {
        if (comm.first()) std::cout << cli::help_text(options) << cli::environment_text();
    } else if (parsed.count("version") != 0) {
        if (comm.first()) {
            cli::print_version("apsp-ocl-mpi", parsed.count("json") != 0, library_version());
        }
    } else {
        run_job(comm, parsed, std::move(report));
    }
    together(comm, [] {
        if (std::cout.flush()) return;
        throw Error(ErrorKind::internal, "cannot write to standard output");
    });
}

}  // namespace apsp::mpi
