// See failure.hpp.
#include "mpi/failure.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cxxopts.hpp>
#include <new>

#include "apsp/errors.hpp"
#include "cli/message.hpp"
#include "mpi/node.hpp"

namespace apsp::mpi {
namespace {

struct Failure {
    int code = 0;
    std::string message;
};

Failure failure(ErrorKind kind, std::string message) {
    return {static_cast<int>(kind), std::move(message)};
}

Failure failure_of(const std::exception_ptr& error) {
    try {
        std::rethrow_exception(error);
    } catch (const Error& e) {
        return failure(e.kind(), cli::in_program_words(e.what()));
    } catch (const cxxopts::exceptions::no_such_option& e) {
        return failure(
            ErrorKind::usage,
            fmt::format("{}; there are fewer than of apsp-ocl: see apsp-ocl-mpi --help", e.what()));
    } catch (const cxxopts::exceptions::exception& e) {
        return failure(ErrorKind::usage, fmt::format("{}; see apsp-ocl-mpi --help", e.what()));
    } catch (const std::bad_alloc&) {
        return failure(ErrorKind::out_of_memory, "the host's memory is exhausted");
    } catch (const std::exception& e) {
        return failure(ErrorKind::internal, e.what());
    }
}

std::string whose(const Comm& comm) {
    return fmt::format("rank {} on {}: ", comm.rank(), host_name());
}

}  // namespace

void together(const Comm& comm, const std::function<void()>& work) {
    Failure failure;
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
    const Failure failure = failure_of(error);
    fmt::print(stderr, "apsp-ocl-mpi: {}{}\n", whose(comm), failure.message);
    std::fflush(stderr);
    MPI_Abort(MPI_COMM_WORLD, failure.code);
    std::abort();
}

}  // namespace apsp::mpi
