// See failure.hpp.
#include "mpi/failure.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>

#include "apsp/errors.hpp"
#include "cli/message.hpp"
#include "cli/progress.hpp"
#include "mpi/node.hpp"
#include "platform/shared.hpp"

namespace apsp::mpi {
namespace {

std::string whose(const Comm& comm) {
    return fmt::format("rank {} on {}: ", comm.rank(), host_name());
}

}  // namespace

void together(const Comm& comm, const std::function<void()>& work) {
    cli::Failure failure;
    try {
        work();
    } catch (...) {
        failure = cli::failure_of(std::current_exception());
    }
    const std::vector<int> codes = comm.gather(failure.code);
    const auto first = std::ranges::find_if(codes, [](int code) { return code != 0; });
    if (first == codes.end()) return;
    if (first - codes.begin() == comm.rank()) {
        // An error in the options or the graph is not one rank's own.
        const bool alone = std::ranges::count(codes, failure.code) != comm.size() &&
                           failure.code != static_cast<int>(ErrorKind::negative_cycle);
        cli::say(fmt::format("apsp-ocl-mpi: {}{}", alone ? whose(comm) : "", failure.message));
    }
    throw Ended{*first};
}

void abort_job(const Comm& comm, const std::exception_ptr& error) {
    const cli::Failure failure = cli::failure_of(error);
    cli::say(fmt::format("apsp-ocl-mpi: {}{}", whose(comm), failure.message));
    MPI_Abort(MPI_COMM_WORLD, failure.code);
    std::abort();
}

}  // namespace apsp::mpi
