// Errors of the library: one exception type, whose kind is also the program's exit code.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>

namespace apsp {

/// What went wrong, and the exit code of `apsp-ocl` for it.
enum class ErrorKind {
    internal = 1,   ///< A bug, a driver's failure, or an operating system's error while writing.
    usage = 2,      ///< An option or argument that makes no sense.
    no_device = 3,  ///< The device asked for is not there.
    bad_input = 4,  ///< A file or weight that cannot be used; the message has file and line.
    negative_cycle = 5,  ///< Shortest paths do not exist.
    out_of_memory = 6,   ///< The problem does not fit; said before allocating.
    verification = 7,    ///< A result was checked and found wrong.
};

/// The exception that every function of the library throws. `what()` names what, where and the way
/// out.
class Error : public std::runtime_error {
  public:
    Error(ErrorKind kind, const std::string& message) : std::runtime_error(message), kind_(kind) {}
    ErrorKind kind() const noexcept { return kind_; }

  private:
    ErrorKind kind_;
};

/// Thrown by `solve` when some cycle of the graph has a negative total weight.
class NegativeCycle : public Error {
  public:
    NegativeCycle(std::size_t vertex, const std::string& message)
        : Error(ErrorKind::negative_cycle, message), vertex_(vertex) {}
    /// A vertex on a negative cycle, counted from 0.
    std::size_t vertex() const noexcept { return vertex_; }

  private:
    std::size_t vertex_;
};

}  // namespace apsp
