// Errors of the library: one exception type, whose kind is also the program's exit code.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "apsp/export.h"

namespace apsp {

/// What went wrong, and the exit code of `apsp-ocl` for it.
enum class ErrorKind {
    internal = 1,   ///< A bug, a driver's failure, or an operating system's error while writing.
    usage = 2,      ///< An option or argument that makes no sense.
    no_device = 3,  ///< The device asked for is not there.
    bad_input = 4,  ///< A file or weight that cannot be used; the message has file and line.
    negative_cycle = 5,  ///< Shortest paths do not exist.
    out_of_memory = 6,   ///< The problem does not fit; reported before allocating.
    verification = 7,    ///< A result was checked and found wrong.
    stopped = 130,       ///< The caller asked for it. Shells report 130 after SIGINT.
};

/// The exception that every function of the library throws. `what()` says what went wrong, where,
/// and the way out, in the names of this interface: "use SolveOptions::dtype f64".
class APSP_EXPORT Error : public std::runtime_error {
  public:
    /// Characters of the message that control a terminal, as files may hold, become \x1b.
    Error(ErrorKind kind, const std::string& message);
    ErrorKind kind() const noexcept { return kind_; }

  private:
    ErrorKind kind_;
};

/// Thrown by `solve` when some cycle of the graph has a negative total weight; holds such a cycle.
class APSP_EXPORT NegativeCycle : public Error {
  public:
    NegativeCycle(std::vector<std::size_t> vertices, double weight, const std::string& message)
        : Error(ErrorKind::negative_cycle, message),
          vertices_(std::move(vertices)),
          weight_(weight) {}
    /// The cycle's vertices in order, each once, counted from 0: there is an arc from each to the
    /// next, and from the last to the first.
    const std::vector<std::size_t>& vertices() const noexcept { return vertices_; }
    /// The sum of those arcs' weights, which is negative.
    double weight() const noexcept { return weight_; }

  private:
    std::vector<std::size_t> vertices_;
    double weight_;
};

/// Thrown after a stop was requested by StopScope or SolveOptions::stop.
class APSP_EXPORT Stopped : public Error {
  public:
    Stopped() : Error(ErrorKind::stopped, "stopped") {}
};

}  // namespace apsp
