// How a job ends when something goes wrong: with one message, and its exit code on every rank.
#pragma once

#include <exception>
#include <functional>
#include <string>

#include "mpi/comm.hpp"

namespace apsp::mpi {

/// A job's end that has been told of; what is left is the exit code.
struct Ended {
    int code;
};

/// What each rank does by itself: when it throws on any of them, one that failed prints the
/// message, and all throw Ended. All ranks must call it.
void together(const Comm& comm, const std::function<void()>& work);

/// Ends the job at once because of what only this rank knows.
[[noreturn]] void abort_job(const Comm& comm, const std::exception_ptr& error);

}  // namespace apsp::mpi
