// See failure.hpp.
#include "mpi/failure.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cxxopts.hpp>

#include "apsp/errors.hpp"
#include "cli/message.hpp"
#include "mpi/node.hpp"

namespace apsp::mpi {
namespace {

cli::Failure failure_of(const std::exception_ptr& error) {
    try {
        std::rethrow_exception(error);
    } catch (const cxxopts::exceptions::no_such_option& e) {
        return {
            static_cast<int>(ErrorKind::usage),
            fmt::format("{}; there are fewer than of apsp-ocl: see apsp-ocl-mpi --help", e.what())};
    } catch (...) {
        return cli::failure_of(std::current_exception(), "apsp-ocl-mpi");
    }
}

std::string whose(const Comm& comm) {
    return fmt::format("rank {} on {}: ", comm.rank(), host_name());
}

}  // namespace

void together(const Comm& comm, const std::function<void()>& work) {
    cli::Failure failure;
    try {
        work();
    } catch (...) {
        failure = failure_of(std::current_exception());
    }
    const std::vector<int> codes = comm.gather(failure.code);
    const auto first = std::ranges::find_if(codes, [](int code) { return code != 0; });
    if (first == codes.end()) return;
    if (first - codes.begin() == comm.rank()) {
        // What is wrong with options or graph is no rank's own.
        const bool alone = std::ranges::count(codes, failure.code) != comm.size() &&
                           failure.code != static_cast<int>(ErrorKind::negative_cycle);
        fmt::print(stderr, "apsp-ocl-mpi: {}{}\n", alone ? whose(comm) : "", failure.message);
    }
    throw Ended{*first};
}

void abort_job(const Comm& comm, const std::exception_ptr& error) {
    const cli::Failure failure = failure_of(error);
    fmt::print(stderr, "apsp-ocl-mpi: {}{}\n", whose(comm), failure.message);
    std::fflush(stderr);
    MPI_Abort(MPI_COMM_WORLD, failure.code);
    std::abort();
}

}  // namespace apsp::mpi
