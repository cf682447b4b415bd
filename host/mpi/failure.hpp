// How a job ends when something goes wrong: with one message, and its exit code on every rank.
#pragma once

#include <exception>
#include <functional>
#include <string>

#include "mpi/comm.hpp"

namespace apsp::mpi {

/// The end of a job, after its message has been printed.
struct Ended {
    int code;
};

/// Runs `work` on each rank: if it throws on any of them, one that failed prints the message, and
/// all throw Ended. All ranks must call it.
void together(const Comm& comm, const std::function<void()>& work);

/// Ends the job at once because of an error that only this rank knows of.
[[noreturn]] void abort_job(const Comm& comm, const std::exception_ptr& error);

}  // namespace apsp::mpi
